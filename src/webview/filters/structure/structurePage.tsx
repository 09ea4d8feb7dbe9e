// The structure as a whole: its sentence, a dashboard's time range, the groups, and other members of the text. Where
// the text has no structure, a note says so.
import { Component, type ComponentChildren } from 'preact';
import { describeFilters } from '#filters/describeFilters.ts';
import { depthOf, type FilterShape } from '#filters/filterShape.ts';
import type { JsonProblem } from '#json/checkJsonObject.ts';
import { t } from '#webview/elements/translate.ts';
import type { Problem } from '#webview/filters/problems/problem.ts';
import { DateControls } from '#webview/filters/structure/conditions/dateControls.tsx';
import { PlainListNote } from './plainListNote.tsx';
import { RootGroup } from './groupCard.tsx';
import { CohortWithoutFilters, NoConditions } from './noConditions.tsx';
import { OtherItemControls, OtherMembers } from '#webview/filters/structure/fields/otherJson.tsx';
import { ProblemList } from './problemList.tsx';
import { useStructure } from '#webview/filters/structure/state/structureContext.ts';
import { InvalidTextNote, LargeTextNote } from './noStructureNotes.tsx';
import { Templates } from './templateButtons.tsx';

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
