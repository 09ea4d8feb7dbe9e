// What the sample's persons do.

/** What people do in the product, and how often one person does it. */
export const events = [
  { name: '$pageview', most: 4 },
  { name: 'order placed', most: 4 },
  { name: 'menu published', most: 1 },
  { name: 'invite sent', most: 1 },
  { name: 'invoice paid', most: 1 },
  { name: 'export downloaded', most: 1 },
  { name: 'support chat opened', most: 1 },
] as const;

/** Events that count as one, by their number. */
export const actions = [
  { id: 1, name: 'Ordered or paid', events: ['order placed', 'invoice paid'] },
  { id: 2, name: 'Looked for help', events: ['support chat opened'] },
] as const;

/** What `$pageview` was of. */
export const pages = [
  'https://brightloaf.example/',
  'https://brightloaf.example/pricing?utm_source=mail',
  'https://brightloaf.example/menus/',
  'https://brightloaf.example/menus/42#allergens',
] as const;
