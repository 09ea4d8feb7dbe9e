// Sample persons and their events.
import { asText } from '#sandbox/json/rawJson.ts';
import { type Database, timestamp } from '#sandbox/store/database.ts';
import { insertAction } from '#sandbox/store/persons.ts';
import type { Random } from './random.ts';

// What the sample's persons do.

/** What people do in the product, and how often one person does it. */
const events = [
  { name: '$pageview', most: 4 },
  { name: 'order placed', most: 4 },
  { name: 'menu published', most: 1 },
  { name: 'invite sent', most: 1 },
  { name: 'invoice paid', most: 1 },
  { name: 'export downloaded', most: 1 },
  { name: 'support chat opened', most: 1 },
] as const;

/** Events that count as one, by their number. */
const actions = [
  { id: 1, name: 'Ordered or paid', events: ['order placed', 'invoice paid'] },
  { id: 2, name: 'Looked for help', events: ['support chat opened'] },
] as const;

/** What `$pageview` was of. */
const pages = [
  'https://brightloaf.example/',
  'https://brightloaf.example/pricing?utm_source=mail',
  'https://brightloaf.example/menus/',
  'https://brightloaf.example/menus/42#allergens',
] as const;

const dayMs = 86_400_000;
/** The number of the one event that every person has. */
const signedUp = events.length + 1;

/** Adds persons with ids from `first` on, and their events up to `nowMs`. */
export function addPersons(
  db: Database,
  projectId: number,
  range: { readonly first: number; readonly number: number },
  random: Random,
  nowMs: number,
): void {
  const insertPerson = db.connection.prepare('INSERT INTO person VALUES (?, ?, ?, ?, ?, ?, jsonb(?))');
  const insertEvent = db.connection.prepare('INSERT OR IGNORE INTO event VALUES (?, ?, ?, jsonb(?))');
  const companies = Math.max(20, Math.ceil(range.number / 12));
  for (let index = 0; index < range.number; index += 1) {
    const id = range.first + index;
    const signedUpMs = nowMs - Math.floor(random.next() ** 1.5 * 900) * dayMs - random.below(86_400) * 1000;
    const uuid = random.uuid();
    const properties = makeProperties(id, signedUpMs, companies, random);
    insertPerson.run(
      id,
      projectId,
      uuid,
      timestamp(signedUpMs),
      JSON.stringify(makeDistinctIds(uuid, properties['email'], random)),
      random.chance(0.1) ? null : Number(random.chance(0.8)),
      JSON.stringify(properties),
    );
    insertEvent.run(signedUp, id, signedUpMs, null);
    events.forEach(({ name, most }, event) => {
      const times = random.below(most + 1);
      for (let time = 0; time < times; time += 1) {
        const atMs = Math.max(signedUpMs, eventTime(nowMs, random, id + time));
        insertEvent.run(event + 1, id, atMs + time, eventProperties(name, id * 7 + time));
      }
    });
  }
}

/** Within the last year. More of them lately, because people drift away, and fewer at weekends. */
function eventTime(nowMs: number, random: Random, number: number): number {
  const atMs = nowMs - Math.floor(random.next() ** 1.3 * 365 * dayMs) - 1;
  const isWeekend = [0, 6].includes(new Date(atMs).getUTCDay());
  return isWeekend && number % 3 === 0 ? atMs - 2 * dayMs : atMs;
}

/** The names that `event.name_id` refers to, and the actions that group them. */
export function addEventNames(db: Database): void {
  events.forEach(({ name }, event) => db.run('INSERT INTO event_name VALUES (?, ?)', event + 1, name));
  db.run('INSERT INTO event_name VALUES (?, ?)', signedUp, 'signed up');
  for (const action of actions) insertAction(db, action);
}

/** JSON, or null for events without properties. `number` varies what is in it. */
function eventProperties(name: string, number: number): string | null {
  switch (name) {
    case '$pageview':
      return JSON.stringify({
        $current_url: pages[number % pages.length],
        app_version: `2.${number % 12}.0`,
      });
    case 'order placed':
      return JSON.stringify({ amount: 5 + (number % 180), currency: number % 3 === 0 ? 'CHF' : 'EUR' });
    case 'invoice paid':
      return JSON.stringify({ amount: 9 + (number % 40) * 5 });
    default:
      return null;
  }
}

function makeProperties(
  id: number,
  signedUpMs: number,
  companies: number,
  random: Random,
): Record<string, unknown> {
  const country = random.pick(countries);
  const [first, last] = [random.pick(country.first), random.pick(country.last)];
  const [os, browser] = random.pick(systems);
  const plan = random.pick(plans);
  const properties: Record<string, unknown> = {
    email: random.chance(0.04) ? null : makeEmail(id, first, last, random),
    name: country.code === 'JP' || country.code === 'KR' ? `${last} ${first}` : `${first} ${last}`,
    plan,
    country: country.code,
    city: random.pick(country.cities),
    locale: country.locale,
    signup_date: new Date(signedUpMs).toISOString().slice(0, 10),
    $os: os,
    $browser: browser,
    $initial_referring_domain: random.pick(referrers),
    newsletter: random.chance(0.4),
  };
  if (plan !== 'free') addSubscription(properties, plan, random.below(companies), random);
  if (random.chance(0.5))
    properties['phone'] = random.chance(0.3) ? null : `+${10 + random.below(80)} ${random.below(1e9)}`;
  if (random.chance(0.35)) properties['interests'] = [random.pick(interests), random.pick(interests)];
  if (random.chance(0.02)) properties['note'] = random.pick(notes);
  if (random.chance(0.005)) properties['seats'] = asText(properties['seats'] ?? 'unknown'); // from an old import
  return properties;
}

/** What only persons of a paying company have. */
function addSubscription(
  properties: Record<string, unknown>,
  plan: string,
  company: number,
  random: Random,
): void {
  const seats = plan === 'enterprise' ? 50 + random.below(400) : 1 + random.below(40);
  properties['seats'] = seats;
  properties['mrr'] = Math.round(seats * (plan === 'starter' ? 9 : 14.5) * 100) / 100;
  const address = { city: properties['city'], country: properties['country'] };
  properties['company'] = { name: companyName(company), size: seats * 3, address };
}

function makeEmail(id: number, first: string, last: string, random: Random): string {
  if (random.chance(0.01)) return `tester+${id}@brightloaf.example`;
  const name = `${first}.${last}`
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z.]/g, '');
  return `${name.length > 2 ? name : 'guest'}.${id}@${random.pick(mailHosts)}`;
}

function makeDistinctIds(uuid: string, email: unknown, random: Random): string[] {
  const ids = [`0190${uuid.slice(4)}`];
  if (typeof email === 'string') ids.push(email);
  if (random.chance(0.05)) ids.push(`device-${random.below(1e9).toString(36)}`);
  return ids;
}

// The values of the sample's properties of persons: their plans, their systems, their companies and what they say.

const plans = ['free', 'free', 'free', 'free', 'starter', 'starter', 'growth', 'enterprise'] as const;

const systems = [
  ['Mac OS X', 'Chrome'],
  ['Mac OS X', 'Safari'],
  ['Windows', 'Chrome'],
  ['Windows', 'Microsoft Edge'],
  ['Linux', 'Firefox'],
  ['iOS', 'Mobile Safari'],
  ['iOS', 'Mobile Safari'],
  ['Android', 'Chrome'],
] as const;

const mailHosts = ['gmail.com', 'gmail.com', 'outlook.com', 'icloud.com', 'gmx.de', 'proton.me'] as const;

const referrers = [
  '$direct',
  'www.google.com',
  'www.google.com',
  'news.ycombinator.com',
  'www.instagram.com',
  'partner.flourmill.example',
] as const;

const interests = ['sourdough', 'pastry', 'coffee', 'catering', 'vegan', 'wholesale', 'Gebäck'] as const;

const notes = [
  'Asked for an invoice,\nthen paid the same day.',
  'Says: "best rye in town", twice.',
  '=SUM(1;1) in the name field, again',
  'Möchte nur noch per Post 📮 kontaktiert werden',
  'Prefers calls; see ticket #4512, #4519',
  '  keeps spaces  ',
] as const;

const shopBeginnings = [
  'Golden',
  'Corner',
  'Old Mill',
  'Harbour',
  'Maison',
  'Zum Goldenen',
  'Little',
  'North Star',
] as const;
const shopEndings = [
  'Bakery',
  'Café',
  'Brot & Söhne',
  'Pâtisserie',
  'Coffee Bar',
  'Deli',
  'Loaf Co.',
  'ベーカリー',
] as const;

/** The company with a number; the same number is the same company. */
function companyName(number: number): string {
  const beginning = shopBeginnings[number % shopBeginnings.length] ?? '';
  const ending = shopEndings[Math.floor(number / shopBeginnings.length) % shopEndings.length] ?? '';
  const round = Math.floor(number / (shopBeginnings.length * shopEndings.length));
  return round === 0 ? `${beginning} ${ending}` : `${beginning} ${ending} ${round + 1}`;
}

// Where the sample's persons live, and what they are called.

/** Countries with the cities, first and last names that people there have. */
const countries = [
  {
    code: 'US',
    locale: 'en-US',
    cities: ['Portland', 'Chicago', 'Austin', 'Brooklyn'],
    first: ['Emma', 'Liam', 'Olivia', 'Noah', 'Zoë', 'Marcus'],
    last: ['Johnson', "O'Brien", 'Nguyen', 'Washington', 'Lee-Carter'],
  },
  {
    code: 'DE',
    locale: 'de-DE',
    cities: ['Köln', 'München', 'Leipzig'],
    first: ['Jürgen', 'Anke', 'Käthe', 'Björn', 'Leonie'],
    last: ['Müller', 'Groß', 'Schäfer', 'von der Heide'],
  },
  {
    code: 'AT',
    locale: 'de-AT',
    cities: ['Wien', 'Graz'],
    first: ['Theresa', 'Florian'],
    last: ['Gruber', 'Höllwarth'],
  },
  {
    code: 'CH',
    locale: 'fr-CH',
    cities: ['Zürich', 'Lausanne'],
    first: ['Céline', 'Urs'],
    last: ['Zürcher', 'Favre'],
  },
  {
    code: 'FR',
    locale: 'fr-FR',
    cities: ['Lyon', 'Paris', 'Saint-Étienne'],
    first: ['Chloé', 'François', 'Anaïs'],
    last: ['Lefèvre', 'D’Aubigné', 'Garnier'],
  },
  {
    code: 'JP',
    locale: 'ja-JP',
    cities: ['大阪', '東京', '札幌'],
    first: ['陽菜', '蓮', '結衣'],
    last: ['佐藤', '鈴木', '髙橋'],
  },
  {
    code: 'BR',
    locale: 'pt-BR',
    cities: ['São Paulo', 'Recife'],
    first: ['João', 'Conceição', 'Thiago'],
    last: ['Araújo', 'da Silva', 'Gonçalves'],
  },
  {
    code: 'IN',
    locale: 'hi-IN',
    cities: ['पुणे', 'Bengaluru'],
    first: ['प्रिया', 'Arjun', 'Lakshmi'],
    last: ['शर्मा', 'Iyer', 'Patel'],
  },
  {
    code: 'EG',
    locale: 'ar-EG',
    cities: ['القاهرة', 'الإسكندرية'],
    first: ['مريم', 'Youssef'],
    last: ['حسن', 'El-Sayed'],
  },
  {
    code: 'UA',
    locale: 'uk-UA',
    cities: ['Львів', 'Київ'],
    first: ['Оксана', 'Тарас'],
    last: ['Шевченко', 'Ковальчук'],
  },
  {
    code: 'IL',
    locale: 'he-IL',
    cities: ['חיפה', 'תל אביב'],
    first: ['נועה', 'Eitan'],
    last: ['כהן', 'Levi'],
  },
  {
    code: 'KR',
    locale: 'ko-KR',
    cities: ['서울', '부산'],
    first: ['민준', '서연'],
    last: ['김', '박'],
  },
] as const;
