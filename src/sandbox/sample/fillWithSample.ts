// sample/ creates the data of an invented company, Brightloaf, which makes sales software for bakeries and cafés. The
// same seed creates the same data; times are relative to `nowMs`.
import { type Database, timestamp } from '#sandbox/store/database.ts';
import { insertProject, insertUser, type ProjectRow } from '#sandbox/store/projects.ts';
import { addCohorts, sampleCohorts } from './sampleCohorts.ts';
import { readActivity, type Activity } from '#sandbox/sample/insights/activity.ts';
import { addEventNames, addPersons } from './addPersons.ts';
import { createRandom, type Random } from './random.ts';
import { emptyTile, insertDashboard, insertTile, type TileRow } from '#sandbox/store/dashboards.ts';
import { sampleDashboards, type SampleDashboard } from './sampleDashboards.ts';
import { definitionOf, insightOutcomeOf } from '#sandbox/sample/insights/insightOutcome.ts';
import { number, type SampleTile } from './sampleTiles.ts';

/** The size of the first project; the second one is always small. */
export interface SampleOptions {
  /** Default 5,000. */
  readonly persons?: number | undefined;
  /** Default: those that have a plan. */
  readonly cohorts?: number | undefined;
  /** Default 40. */
  readonly dashboards?: number | undefined;
  /** Default 1. */
  readonly seed?: number | undefined;
  /** The end of the data, in milliseconds since 1970; default: the start of this hour. */
  readonly nowMs?: number | undefined;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const users = [
  { firstName: 'Ada', email: 'ada@brightloaf.example' },
  { firstName: 'Nadia', email: 'nadia@brightloaf.example' },
  { firstName: 'Jürgen', email: 'juergen@brightloaf.example' },
  { firstName: 'オクサナ', email: 'oksana@brightloaf.example' },
];

/** Fills an empty store. `log` receives the progress. */
export function fillWithSample(db: Database, options: SampleOptions, log: (line: string) => void): void {
  const { seed = 1, nowMs = Math.floor(Date.now() / hourMs) * hourMs } = options;
  const { persons = 5000, cohorts = sampleCohorts.length, dashboards = 40 } = options;
  const random = createRandom(seed, 1);
  users.forEach((user, index) => {
    insertUser(db, { id: index + 1, uuid: random.uuid(), distinctId: random.uuid(), ...user });
  });
  addEventNames(db);
  const plans = [
    { id: 1, name: 'Brightloaf Web', persons, cohorts, dashboards },
    {
      id: 2,
      name: 'Brightloaf Mobile App',
      persons: Math.min(persons, 300),
      cohorts: Math.min(cohorts, 5),
      dashboards: Math.min(dashboards, 8),
    },
  ];
  let first = 1;
  for (const plan of plans) {
    const project: ProjectRow = {
      id: plan.id,
      uuid: random.uuid(),
      name: plan.name,
      timezone: 'Europe/Berlin',
      createdAt: timestamp(nowMs - 1000 * dayMs),
      firstPerson: plan.persons > 0 ? first : null,
      lastPerson: plan.persons > 0 ? first + plan.persons - 1 : null,
    };
    insertProject(db, project);
    log(`${plan.name}: ${plan.persons} persons …`);
    addPersons(db, plan.id, { first, number: plan.persons }, createRandom(seed, plan.id * 10 + 1), nowMs);
    log(`${plan.name}: ${plan.cohorts} cohorts, ${plan.dashboards} dashboards …`);
    const activity = readActivity(db, first, plan.persons, nowMs);
    addDashboards(db, plan.id, plan.dashboards, createRandom(seed, plan.id * 10 + 2), activity);
    addCohorts(db, project, plan.cohorts, createRandom(seed, plan.id * 10 + 3), nowMs);
    first += plan.persons;
  }
}

// Adds the sample dashboards and their tiles.

const filters = [
  '{}',
  '{"date_from":"-30d","date_to":null}',
  '{"date_from":"-7d","properties":[{"key":"plan","type":"person","value":["growth","enterprise"],"operator":"exact"}]}',
  '{"date_from":"2025-01-01","date_to":"2025-12-31","interval":"week"}',
];

const colors = ['blue', 'green', 'purple', 'black', null] as const;

function addDashboards(
  db: Database,
  projectId: number,
  wanted: number,
  random: Random,
  activity: Activity,
): void {
  const { nowMs } = activity;
  for (let index = 0; index < wanted; index += 1) {
    const plan = sampleDashboards[index] ?? generatedPlan(index, random);
    const [name, tags, ...tiles] = plan;
    const isPinned = name?.startsWith('*') ?? false;
    const isOld = random.chance(0.05);
    const dashboard = insertDashboard(db, {
      projectId,
      name: isPinned ? (name?.slice(1) ?? null) : name,
      description:
        tiles.length > 3
          ? `${tiles.length} tiles, looked at ${random.pick(['daily', 'on Mondays', 'when it burns'])}.`
          : '',
      pinned: isPinned,
      deleted: false,
      createdAt: timestamp(nowMs - random.below(700 * 86_400) * 1000),
      createdBy: isOld ? null : 1 + random.below(4),
      isShared: random.chance(0.1),
      creationMode: index % 13 === 4 ? 'template' : index % 17 === 5 ? 'duplicate' : 'default',
      useTemplate: '',
      useDashboard: null,
      filters: random.pick(filters),
      tags: JSON.stringify(tags),
      restrictionLevel: index % 19 === 7 ? 37 : 21,
    });
    addTiles(db, dashboard.id, tiles, activity, random);
  }
}

/** Adds one tile after the other, from left to right, in rows of twelve columns. */
function addTiles(
  db: Database,
  dashboardId: number,
  tiles: readonly SampleTile[],
  activity: Activity,
  random: Random,
): void {
  let [left, top, rowHeight] = [0, 0, 0];
  tiles.forEach((tile, place) => {
    const [w, h] = sizeOf(tile);
    if (left + w > 12) [left, top, rowHeight] = [0, top + rowHeight, 0];
    insertTile(db, dashboardId, {
      ...emptyTile,
      ...contentOf(tile, dashboardId * 100 + place, activity, random),
      layouts: layoutsText({ x: left, y: top, w, h }, place, random),
      color: random.pick(colors),
    });
    left += w;
    rowHeight = Math.max(rowHeight, h);
  });
}

function contentOf(tile: SampleTile, id: number, activity: Activity, random: Random): Partial<TileRow> {
  if ('text' in tile) return { text: JSON.stringify({ body: tile.text, last_modified_at: null }) };
  if ('widget' in tile) return { widget: JSON.stringify(tile.widget) };
  if ('button' in tile) return { button: JSON.stringify({ ...tile.button, style: 'primary' }) };
  const { title, plan, state } = tile;
  const hasName = random.chance(0.85);
  const insight = {
    id,
    short_id: random.uuid().slice(0, 8),
    name: hasName ? title : '',
    derived_name: hasName ? null : title,
    description: '',
    ...definitionOf(plan, random),
  };
  return {
    insight: JSON.stringify(insight),
    outcome: JSON.stringify(insightOutcomeOf(plan, state, activity, random)),
  };
}

/** Columns and rows. */
function sizeOf(tile: SampleTile): readonly [number, number] {
  if ('text' in tile) return [6, 3];
  if ('button' in tile) return [3, 1];
  if ('widget' in tile) return [6, 5];
  if (tile.plan.kind === 'trends' && tile.plan.display === 'BoldNumber') return [3, 3];
  return tile.plan.kind === 'paths' || tile.plan.kind === 'retention' ? [12, 6] : [6, 5];
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** Older layouts hold their numbers as text; some lack the narrow one, and some are empty. */
function layoutsText(place: Place, index: number, random: Random): string {
  const sm = { ...place, minW: Math.min(3, place.w), minH: Math.min(3, place.h) };
  const narrow = { xs: { x: 0, y: index * 5, w: 1, h: 5, minW: 1, minH: 3 } };
  if (random.chance(0.05)) return '{}';
  if (random.chance(0.15))
    return JSON.stringify({ sm: { ...sm, x: String(sm.x), h: String(sm.h) }, ...narrow });
  return JSON.stringify({ sm, ...(random.chance(0.9) ? narrow : {}) });
}

const subjects = [
  'Orders',
  'Sign-ups',
  'Retention',
  'Umsatz',
  'Paniers abandonnés',
  'Заказы',
  '注文',
  'طلبات',
  'Churn',
  '📈 KPIs',
  '=IMPORTED',
  '"Quoted", with commas',
  'Two\nlines',
];
const owners = [
  'team Oven',
  'team Till',
  'Nadia',
  'Söhne GmbH',
  'board',
  'experiment 42',
  'old',
  'copy of copy',
  '大阪',
  'a very long name that somebody wrote so that nobody would ever have to ask what this dashboard is about, and then kept writing',
];

/** Any number of dashboards with realistic names. */
function generatedPlan(index: number, random: Random): SampleDashboard {
  const name = `${random.pick(subjects)} – ${random.pick(owners)} (${index})`;
  return [name, random.chance(0.3) ? ['bulk'] : [], number(random.pick(subjects), 'order placed')];
}
