// The sample dashboards, with realistic names and all kinds of tiles.
import {
  area,
  bars,
  barTotals,
  calendar,
  cumulative,
  funnel,
  inState,
  lifecycle,
  line,
  lines,
  map,
  number,
  paths,
  pie,
  retention,
  rows,
  stickiness,
  table,
  text,
} from './sampleTiles.ts';
import type { SampleTile } from './sampleTiles.ts';

/** A leading `*` of the name pins it. */
export type SampleDashboard = readonly [
  name: string | null,
  tags: readonly string[],
  ...tiles: readonly SampleTile[],
];

const weekly = { interval: 'week', intervals: 13 } as const;
const monthly = { interval: 'month', intervals: 12 } as const;
const hourly = { interval: 'hour', intervals: 48 } as const;

const guide = `**Read me first.** Numbers are for paying shops only.

- *Orders* count from the day they are placed, not paid.
- Weeks begin on Monday. The last one is **still going on**.

See [the handbook](https://brightloaf.example/handbook), or ask \`#numbers\`.`;

export const sampleDashboards: readonly SampleDashboard[] = [
  [
    '*Company overview',
    ['company', 'weekly'],
    text(guide),
    number('Orders, last 30 days', 'order placed', { compare: true }),
    number('People who ordered', 'order placed', { math: 'dau' }),
    line('Orders per day', 'order placed', { compare: true }),
    area('Weekly active shops, by plan', '$pageview', { by: 'plan', math: 'dau', ...weekly }),
    funnel('Sign-up → menu → first order', 'signed up → menu published → order placed'),
    lifecycle('New, returning and dormant shops', 'order placed'),
    retention('Shops coming back, by week', 'order placed'),
    map('Orders by country', 'order placed', { by: 'country', intervals: 90 }),
    { button: { text: 'Open the handbook', url: 'https://brightloaf.example/handbook' } },
  ],
  [
    '*Growth: sign-ups',
    ['growth'],
    bars('Sign-ups by country', 'signed up', { by: 'country', ...weekly }),
    lines('Sign-ups by referring domain', 'signed up', { by: '$initial_referring_domain', ...weekly }),
    cumulative('Sign-ups so far', 'signed up', { intervals: 90 }),
    funnel('Landing page → sign-up', 'landing page seen → form opened → form sent'),
    number('Cost per sign-up (from ads import)', 'ad paid', { intervals: 7 }),
  ],
  [
    '*Revenue',
    ['finance', 'board'],
    area('Paid by plan', 'invoice paid', { by: 'plan', ...monthly }),
    line('Orders and invoices', 'order placed + invoice paid', weekly),
    inState('stale', bars('Failed payments', 'payment failed')),
    line('Average order value, €', 'order placed', { math: 'avg', ...weekly }),
    rows('Orders by plan (SQL)', 'sql'),
  ],
  [
    '*On-call: is it up?',
    ['engineering'],
    bars('Errors per hour', 'error shown', hourly),
    line('Checkouts, hour by hour', 'checkout opened', hourly),
    line('Orders per hour, against the two days before', 'order placed', { compare: true, ...hourly }),
    { widget: { name: 'Latest errors', widget_type: 'error_tracking_list' } },
  ],
  [
    'Activation',
    ['growth', 'onboarding'],
    funnel('Sign-up → menu published', 'signed up → menu published', 'country'),
    line('Menus published per day', 'menu published'),
    paths('What people do first'),
  ],
  [
    'Activation (old, do not use)',
    ['archive'],
    inState('empty', funnel('Sign-up → menu published', 'signed up → menu published')),
  ],
  [
    'Ad campaigns – spring',
    ['marketing'],
    lines('Clicks by campaign', 'ad clicked', { by: 'campaign' }),
    barTotals('Sign-ups by campaign', 'form sent', { by: 'campaign' }),
    table('Conversion by campaign, 7 days', 'ad clicked', { by: 'campaign', intervals: 7 }),
  ],
  [
    'Billing experiments',
    ['experiment', 'finance'],
    funnel('Trial → paid, control', 'trial started → card added → paid'),
    funnel('Trial → paid, variant B', 'trial started → card added → paid'),
  ],
  [
    'Café owners: feature use',
    ['product'],
    barTotals('Features used', 'menu published + invite sent + export downloaded + support chat opened'),
    stickiness('Days per month in the app', '$pageview'),
    line('Exports downloaded', 'export downloaded'),
  ],
  [
    'Checkout funnel',
    ['product', 'checkout'],
    funnel('Basket → payment → order placed', 'basket opened → payment chosen → order confirmed'),
    funnel('Visit → order → invoice, by system', '$pageview → order placed → invoice paid', '$os'),
    paths('Before leaving the basket'),
    lines('Payment errors by provider', 'payment failed', { by: 'provider' }),
  ],
  [
    'Churn',
    ['growth'],
    bars('Shops lost per month', 'shop closed', monthly),
    lifecycle('Shops by stage', 'invoice paid', 'month'),
    pie('Reasons given', 'cancellation sent', { by: 'reason' }),
  ],
  [
    'Customer success – accounts at risk',
    ['cs', 'weekly'],
    line('Orders, last 30 days against the 30 before', 'order placed', { compare: true }),
    bars('Support chats by plan', 'support chat opened', { by: 'plan', ...weekly }),
  ],
  [
    'DACH launch 🚀',
    ['launch', 'dach'],
    map('Sign-ups', 'signed up', { by: 'country', intervals: 365 }),
    line('Bestellungen pro Tag', 'order placed'),
    funnel('Anmeldung → erste Bestellung', 'signed up → order placed'),
  ],
  [
    'Data quality',
    ['engineering', 'data'],
    inState('failed', line('Events without a person', 'event without person')),
    rows('Latest events', 'events'),
  ],
  [
    'Délais de livraison',
    ['ops', 'fr'],
    line('Délai moyen', 'order placed', { math: 'avg' }),
    bars('Commandes en retard', 'order late'),
  ],
  [
    'Email & newsletter',
    ['marketing'],
    cumulative('Newsletter sign-ups', 'newsletter ordered'),
    bars('Unsubscribes', 'newsletter ended', weekly),
    funnel('Sent → opened → ordered', 'mail sent → mail opened → mail clicked'),
  ],
  ['Empty for now', []],
  [
    'Engineering: releases',
    ['engineering'],
    area('Errors by release', 'error shown', { by: 'release' }),
    pie('App starts by version', 'app started', { by: 'release' }),
  ],
  [
    'Enterprise pilots',
    ['sales'],
    line('Invites sent', 'invite sent', weekly),
    table('Exports by plan', 'export downloaded', { by: 'plan', intervals: 90 }),
  ],
  [
    'Experiment: bigger photos',
    ['experiment'],
    funnel('Menu viewed → item added, control', 'menu viewed → item added'),
    funnel('Menu viewed → item added, bigger photos', 'menu viewed → item added'),
  ],
  ['Feature flags in use', ['engineering'], lines('Flag calls per flag', 'flag called', { by: 'flag' })],
  [
    'Founders’ Monday numbers',
    ['board', 'weekly'],
    number('Invoices this month', 'invoice paid', { compare: true }),
    number('New shops', 'signed up', { compare: true }),
    bars('Orders', 'order placed', weekly),
    text('Targets for this quarter: 1,200 shops, 3 countries.'),
  ],
  [
    'Gebäck & Brot: Sortiment',
    ['product', 'dach'],
    barTotals('Meistbesuchte Seiten', 'page read', { by: 'page' }),
    bars('Artikel ohne Bestellung', 'item without order', weekly),
  ],
  [
    'iOS vs Android',
    ['mobile'],
    lines('Active people by $os', '$pageview', { by: '$os', math: 'dau' }),
    retention('On phones, by month', '$pageview', 'month', 7),
  ],
  [
    'Invites & teams',
    ['product'],
    line('Invites sent', 'invite sent'),
    funnel('Invite sent → accepted', 'invite mailed → invite accepted'),
  ],
  [
    'Landing pages A/B',
    ['marketing', 'experiment'],
    lines('Visitors by page', 'landing page seen', { by: 'page' }),
    funnel('Visitor → sign-up', 'landing page seen → form sent'),
  ],
  [
    'Menu editor',
    ['product'],
    bars('Menus published', 'menu published', weekly),
    line('Minutes spent editing', 'editing minutes'),
    paths('Through the editor'),
  ],
  [
    'Onboarding emails',
    ['onboarding', 'marketing'],
    funnel('Email 1 → 2 → 3', 'mail 1 opened → mail 2 opened → mail 3 opened'),
    line('Replies', 'mail answered'),
  ],
  [
    'Orders by hour of day',
    ['ops'],
    calendar('Orders by hour', 'order placed'),
    bars('Orders, last two days', 'order placed', hourly),
  ],
  [
    'Partner: Flourmill',
    ['partners'],
    line('Referred sign-ups', 'partner sign-up'),
    number('Referred revenue', 'partner invoice'),
  ],
  [
    'Pricing page',
    ['growth', 'finance'],
    pie('Visitors by plan', '$pageview', { by: 'plan', math: 'dau' }),
    funnel('Pricing → checkout', 'pricing seen → checkout opened'),
  ],
  [
    'Q4 planning ("draft 2", do not share)',
    ['board'],
    text('Numbers here are estimates.\nAsk Nadia before quoting them.'),
    cumulative('Run rate', 'invoice paid', monthly),
  ],
  [
    'Retention deep dive',
    ['growth'],
    retention('Orders, by week', 'order placed', 'week', 12),
    retention('Page views, by day', '$pageview', 'day', 12),
    retention('Orders, by month', 'order placed', 'month', 8),
    stickiness('Order days per month', 'order placed'),
  ],
  [
    'SEO',
    ['marketing'],
    line('Visitors from search', 'search visit'),
    barTotals('Top landing pages', 'landing page seen', { by: 'page' }),
  ],
  [
    'Support load',
    ['support', 'weekly'],
    bars('Chats opened per day', 'support chat opened'),
    line('Chats and orders', 'support chat opened + order placed', weekly),
    line('First answer, minutes', 'first answer minutes'),
  ],
  [
    'Tests of the tracking plan',
    ['engineering', 'data'],
    table('Events by name', '$pageview + order placed + menu published + invite sent + invoice paid', weekly),
  ],
  ['Web vitals', ['engineering'], line('LCP, p75', 'LCP'), line('INP, p75', 'INP'), line('CLS, p75', 'CLS')],
  [
    'Wholesale orders',
    ['sales', 'ops'],
    line('Wholesale orders', 'wholesale order', weekly),
    number('Average size, kg', 'wholesale kg', { intervals: 7 }),
  ],
  ['常連のお客様', ['jp'], line('注文数', 'order placed'), retention('週ごとの再訪', '$pageview')],
  [null, []],
];
