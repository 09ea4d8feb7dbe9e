// The structure as a whole: its sentence, a dashboard's time range, the groups, and other members of the text. Where
// the text has no structure, a note says so.
import { Component, type ComponentChildren } from 'preact';
import { describeFilters } from '#filters/describeFilters.ts';
import { type FilterShape, depthOf } from '#filters/filterShape.ts';
import { flattenGroups, groupsOf } from '#filters/itemEdits.ts';
import { type JsonProblem, firstJsonError } from '#json/checkJsonObject.ts';
import { Button } from '#webview/elements/button.tsx';
import { Icon } from '#webview/elements/icon.tsx';
import { t } from '#webview/elements/translate.ts';
import type { Problem } from '#webview/filters/problems/problemMarks.ts';
import { DateControls } from '#webview/filters/structure/conditions/dateControls.tsx';
import { OtherItemControls, OtherMembers } from '#webview/filters/structure/fields/otherJson.tsx';
import { type StructureContext, useStructure } from '#webview/filters/structure/state/structureContext.ts';
import { AddButtons, Templates } from './addButtons.tsx';
import { ProblemList, RootGroup } from './groupCard.tsx';

export interface StructurePageProps {
  readonly state: 'unread' | 'valid' | 'invalid' | 'tooLarge';
  /** The last valid one. */
  readonly shape: FilterShape | undefined;
  /** The message if `state` is `invalid`. */
  readonly text: string;
  readonly length: number;
  /** Problems that belong to no item. */
  readonly problems: readonly Problem[];
  readonly onShowError: (problem: JsonProblem | undefined) => void;
  readonly onShowText: () => void;
}

export function StructurePage(props: StructurePageProps) {
  const { state, shape, problems } = props;
  if (state === 'tooLarge') return <LargeTextNote length={props.length} onShowText={props.onShowText} />;
  const isValid = state === 'valid';
  return (
    <>
      {state === 'invalid' && (
        <InvalidTextNote
          text={props.text}
          hasStructure={shape !== undefined}
          onShowError={props.onShowError}
        />
      )}
      <div key="body" class={bodyClass(shape)} inert={!isValid}>
        <RenderedOnceValid isValid={isValid}>
          {shape && <StructureBody shape={shape} problems={problems} />}
        </RenderedOnceValid>
      </div>
    </>
  );
}

/** Keeps what it rendered last while the text is invalid. */
class RenderedOnceValid extends Component<{
  readonly isValid: boolean;
  readonly children: ComponentChildren;
}> {
  override shouldComponentUpdate({ isValid }: { readonly isValid: boolean }): boolean {
    return isValid;
  }

  override render() {
    return this.props.children;
  }
}

interface StructureBodyProps {
  readonly shape: FilterShape;
  readonly problems: readonly Problem[];
}

function StructureBody({ shape, problems }: StructureBodyProps) {
  const { cohortSource } = useStructure();
  const { group, oddProperties, root, otherKeys } = shape;
  const hasConditions = oddProperties !== undefined || (group !== undefined && group.items.length > 0);
  return (
    <>
      {cohortSource && !hasConditions ? (
        <>
          <CohortWithoutFilters source={cohortSource} />
          <ProblemList problems={problems} />
        </>
      ) : (
        <Conditions shape={shape} problems={problems} />
      )}
      <OtherMembers item={{ node: root, path: [], otherKeys }} caption={t('Other keys:')} />
    </>
  );
}
function Conditions({ shape, problems }: StructureBodyProps) {
  const { names } = useStructure();
  const { group, oddProperties, dates } = shape;
  return (
    <>
      <p class="sentence">
        {describeFilters(
          shape,
          t,
          (id) => names.cohort(id)?.name,
          (id) => names.action(id),
        )}
      </p>
      <ProblemList problems={problems} />
      <PlainListNote />
      {dates && <DateControls {...dates} />}
      {group && <RootGroup group={group} />}
      {group?.items.length === 0 && <Templates />}
      {oddProperties && (
        <div class="row odd">
          <div class="controls">
            <OtherItemControls item={oddProperties} />
          </div>
        </div>
      )}
      {!group && !oddProperties && <NoConditions />}
    </>
  );
}

/** Groups nested deeper than this are no longer indented. */
const maxIndentedDepth = 4;

function bodyClass(shape: FilterShape | undefined): string {
  const isDeep = shape?.group !== undefined && depthOf(shape.group) > maxIndentedDepth;
  return isDeep ? 'structure-body deep' : 'structure-body';
}

/** What to do where the filters have no conditions. */
function NoConditions() {
  const { shape, isReadonly } = useStructure();
  const words =
    shape.kind === 'cohort' ? t('Conditions define who is in the cohort.') : t('No property filters.');
  return (
    <div class="nothing">
      <p>{words}</p>
      {!isReadonly && <AddButtons group={undefined} />}
      <Templates />
    </div>
  );
}

/** A cohort that has its persons from elsewhere: what it is, and where to go. */
function CohortWithoutFilters({ source }: { readonly source: 'static' | 'groups' }) {
  const structure = useStructure();
  return (
    <div class="nothing">
      <p>
        {source === 'static'
          ? t('This is a static cohort. Its persons come from a list, not from conditions.')
          : t('This cohort is defined by its groups, not by filters.')}
      </p>
      <div class="adders">
        {source === 'groups' && (
          <Button
            label={structure.isReadonly ? t('Show Groups') : t('Edit Groups')}
            showsLabel
            class="adder"
            onClick={() => structure.runCommand('editGroups')}
          />
        )}
        <Button
          label={t('Show Persons')}
          showsLabel
          class="adder"
          onClick={() => structure.runCommand('showPersons')}
        />
        <Button
          label={t('Export Persons…')}
          showsLabel
          class="adder"
          onClick={() => structure.runCommand('exportPersons')}
        />
      </div>
    </div>
  );
}

interface InvalidTextNoteProps {
  readonly text: string;
  /** Whether the last valid structure is shown below. */
  readonly hasStructure: boolean;
  readonly onShowError: (problem: JsonProblem | undefined) => void;
}

/** What is wrong is in the status line. */
function InvalidTextNote({ text, hasStructure, onShowError }: InvalidTextNoteProps) {
  const problem = firstJsonError(text);
  const what = problem ? t('Invalid JSON.') : t('Nested too deeply.');
  const message = hasStructure ? t('{0} This is the last valid structure.', what) : what;
  return (
    <div key="note" class="structure-note" role="status">
      <Icon name="warning" />
      <span>{message}</span>
      <button type="button" class="link" onClick={() => onShowError(problem)}>
        {t('Go to Error')}
      </button>
    </div>
  );
}

interface LargeTextNoteProps {
  readonly length: number;
  readonly onShowText: () => void;
}

function LargeTextNote({ length, onShowText }: LargeTextNoteProps) {
  const size = (length / 1_000_000).toFixed(1);
  return (
    <div key="note" class="structure-note" role="status">
      <Icon name="info" />
      <span>{t('This text is too large for the structure view ({0} million characters).', size)}</span>
      <button type="button" class="link" onClick={onShowText}>
        {t('Edit as Text')}
      </button>
    </div>
  );
}

/** Newer services reject a dashboard's groups; the note has the fix. */
function PlainListNote() {
  const structure = useStructure();
  const groups = groupsOf(structure.shape);
  if (groups === 'none') return null;
  const canFlatten = !structure.isReadonly && flattenGroups(structure.shape) !== undefined;
  return (
    <div class="structure-note" role="note">
      <Icon name="info" />
      <span>
        {groups === 'any'
          ? t('Newer services reject “Match any” in a dashboard. In a plain list, all conditions must match.')
          : t('Newer services store the conditions of a dashboard as a plain list. The meaning is the same.')}
      </span>
      {canFlatten && (
        <button type="button" class="link" data-part="flatten" onClick={() => makePlainList(structure)}>
          {t('Make a Plain List')}
        </button>
      )}
    </div>
  );
}

export function makePlainList(structure: StructureContext): void {
  const change = flattenGroups(structure.shape, { indent: structure.indent });
  if (change)
    structure.edit(change, {
      focus: { path: change.path, part: 'add-property' },
      announcement: t('Now a plain list: all conditions must match.'),
    });
}
