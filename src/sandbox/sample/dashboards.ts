// Sample dashboards, named and filled as people name and fill them.
import { insertDashboard, insertTile } from '#sandbox/store/dashboards.ts';
import type { Database } from '#sandbox/store/database.ts';
import { timestamp } from '#sandbox/store/timestamp.ts';
import type { Random } from './random.ts';

/** Name; tags; tiles as `kind of insight: title`, or `text: …`. A leading `*` pins it. */
type Plan = readonly [name: string | null, tags: readonly string[], ...tiles: readonly string[]];

const plans: readonly Plan[] = [
  [
    '*Company overview',
    ['company', 'weekly'],
    'text:**Read me first.** Numbers are for paying shops only.',
    'Trends:Weekly active shops',
    'Trends:Orders per day',
    'Trends:Monthly recurring revenue',
    'Funnels:Visit → sign-up → first order',
    'Retention:Shops coming back, by week',
    'Lifecycle:New, returning and dormant shops',
  ],
  [
    '*Growth: sign-ups',
    ['growth'],
    'Trends:Sign-ups by country',
    'Trends:Sign-ups by referring domain',
    'Funnels:Landing page → sign-up',
    'Trends:Cost per sign-up (from ads import)',
  ],
  [
    '*Revenue',
    ['finance', 'board'],
    'Trends:MRR by plan',
    'Trends:Invoices paid',
    'Trends:Failed payments',
    'Trends:Average order value, €',
  ],
  [
    '*On-call: is it up?',
    ['engineering'],
    'Trends:Errors per minute',
    'Trends:p95 of checkout',
    'Trends:Orders per minute, today against last week',
  ],
  [
    'Activation',
    ['growth', 'onboarding'],
    'Funnels:Sign-up → menu published',
    'Trends:Menus published per day',
    'Paths:What people do first',
  ],
  ['Activation (old, do not use)', ['archive'], 'Funnels:Sign-up → menu published'],
  [
    'Ad campaigns – spring',
    ['marketing'],
    'Trends:Clicks by campaign',
    'Trends:Sign-ups by campaign',
    'Trends:Conversion by campaign, 7 days',
  ],
  [
    'Billing experiments',
    ['experiment', 'finance'],
    'Funnels:Trial → paid, control',
    'Funnels:Trial → paid, variant B',
  ],
  [
    'Café owners: feature use',
    ['product'],
    'Trends:Features used per week',
    'Stickiness:Days per week in the app',
    'Trends:Exports downloaded',
  ],
  [
    'Checkout funnel',
    ['product', 'checkout'],
    'Funnels:Basket → payment → order placed',
    'Funnels:The same, on phones',
    'Paths:Before leaving the basket',
    'Trends:Payment errors by provider',
  ],
  ['Churn', ['growth'], 'Trends:Shops lost per month', 'Lifecycle:Shops by stage', 'Trends:Reasons given'],
  [
    'Customer success – accounts at risk',
    ['cs', 'weekly'],
    'Trends:Orders, last 30 days against the 30 before',
    'Trends:Support chats by plan',
  ],
  [
    'DACH launch 🚀',
    ['launch', 'dach'],
    'Trends:Sign-ups in DE, AT, CH',
    'Trends:Bestellungen pro Tag',
    'Funnels:Anmeldung → erste Bestellung',
  ],
  [
    'Data quality',
    ['engineering', 'data'],
    'Trends:Events without a person',
    'Trends:Persons without an email',
  ],
  ['Délais de livraison', ['ops', 'fr'], 'Trends:Délai moyen par ville', 'Trends:Commandes en retard'],
  [
    'Email & newsletter',
    ['marketing'],
    'Trends:Newsletter sign-ups',
    'Trends:Unsubscribes',
    'Funnels:Sent → opened → ordered',
  ],
  ['Empty for now', []],
  ['Engineering: releases', ['engineering'], 'Trends:Errors by release', 'Trends:App starts by version'],
  ['Enterprise pilots', ['sales'], 'Trends:Seats used by account', 'Trends:Exports by account'],
  [
    'Experiment: bigger photos',
    ['experiment'],
    'Funnels:Menu viewed → item added, control',
    'Funnels:Menu viewed → item added, bigger photos',
  ],
  ['Feature flags in use', ['engineering'], 'Trends:Flag calls per flag'],
  [
    'Founders’ Monday numbers',
    ['board', 'weekly'],
    'Trends:MRR',
    'Trends:New paying shops',
    'Trends:Orders',
    'text:Targets for this quarter: 1,200 shops, 3 countries.',
  ],
  [
    'Gebäck & Brot: Sortiment',
    ['product', 'dach'],
    'Trends:Meistbestellte Artikel',
    'Trends:Artikel ohne Bestellung',
  ],
  ['iOS vs Android', ['mobile'], 'Trends:Active people by $os', 'Retention:By platform'],
  ['Invites & teams', ['product'], 'Trends:Invites sent', 'Funnels:Invite sent → accepted'],
  [
    'Landing pages A/B',
    ['marketing', 'experiment'],
    'Trends:Visitors by page',
    'Funnels:Visitor → sign-up by page',
  ],
  [
    'Menu editor',
    ['product'],
    'Trends:Menus published',
    'Trends:Minutes spent editing',
    'Paths:Through the editor',
  ],
  ['Onboarding emails', ['onboarding', 'marketing'], 'Funnels:Email 1 → 2 → 3', 'Trends:Replies'],
  ['Orders by hour of day', ['ops'], 'Trends:Orders by hour', 'Trends:Orders by weekday'],
  ['Partner: Flourmill', ['partners'], 'Trends:Referred sign-ups', 'Trends:Referred revenue'],
  ['Pricing page', ['growth', 'finance'], 'Trends:Views by plan clicked', 'Funnels:Pricing → checkout'],
  [
    'Q4 planning ("draft 2", do not share)',
    ['board'],
    'text:Numbers here are estimates.\nAsk Nadia before quoting them.',
    'Trends:Run rate',
  ],
  [
    'Retention deep dive',
    ['growth'],
    'Retention:By first plan',
    'Retention:By country',
    'Retention:By referring domain',
    'Stickiness:Orders per week',
  ],
  ['SEO', ['marketing'], 'Trends:Visitors from search', 'Trends:Top landing pages'],
  [
    'Support load',
    ['support', 'weekly'],
    'Trends:Chats opened per day',
    'Trends:Chats per 100 orders',
    'Trends:First answer, minutes',
  ],
  ['Tests of the tracking plan', ['engineering', 'data'], 'Trends:Events by name'],
  ['Web vitals', ['engineering'], 'Trends:LCP, p75', 'Trends:INP, p75', 'Trends:CLS, p75'],
  ['Wholesale orders', ['sales', 'ops'], 'Trends:Wholesale orders', 'Trends:Average size, kg'],
  ['常連のお客様', ['jp'], 'Trends:注文数', 'Retention:週ごとの再訪'],
  [null, []],
];

const filters = [
  '{}',
  '{"date_from":"-30d","date_to":null}',
  '{"date_from":"-7d","properties":[{"key":"plan","type":"person","value":["growth","enterprise"],"operator":"exact"}]}',
  '{"date_from":"2025-01-01","date_to":"2025-12-31","interval":"week"}',
];

const colors = ['blue', 'green', 'purple', 'black', null] as const;

export function addDashboards(
  db: Database,
  projectId: number,
  number: number,
  random: Random,
  nowMs: number,
): void {
  for (let index = 0; index < number; index += 1) {
    const plan = plans[index] ?? further(index, random);
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
    tiles.forEach((tile, place) => addTile(db, dashboard.id, place, tile, random));
  }
}

function addTile(db: Database, dashboardId: number, place: number, tile: string, random: Random): void {
  const [kind = '', ...rest] = tile.split(':');
  const title = rest.join(':');
  const layout = { x: (place % 2) * 6, y: Math.floor(place / 2) * 5, w: 6, h: 5 };
  // Older layouts hold their numbers as strings.
  const sm = random.chance(0.2) ? { ...layout, x: String(layout.x), h: '5' } : layout;
  const hasName = random.chance(0.85);
  const insight = {
    id: dashboardId * 100 + place,
    short_id: random.uuid().slice(0, 8),
    name: hasName ? title : '',
    derived_name: hasName ? null : title,
    description: '',
    query: { kind: 'InsightVizNode', source: { kind: `${kind}Query` } },
    last_refresh: null,
    result: null,
  };
  insertTile(db, dashboardId, {
    insight: kind === 'text' ? null : JSON.stringify(insight),
    text: kind === 'text' ? JSON.stringify({ body: title, last_modified_at: null }) : null,
    layouts: JSON.stringify({ sm, xs: { ...layout, x: 0, w: 1 } }),
    color: random.pick(colors),
  });
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

/** Any number of dashboards, with names as people write them. */
function further(index: number, random: Random): Plan {
  const name = `${random.pick(subjects)} – ${random.pick(owners)} (${index})`;
  return [name, random.chance(0.3) ? ['bulk'] : [], `Trends:${random.pick(subjects)}`];
}
