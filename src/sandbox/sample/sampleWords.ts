// The words that sample data is made of: people of many countries, their companies and what they say.

/** Countries with the cities, first and last names that people there have. */
export const countries = [
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

export const plans = ['free', 'free', 'free', 'free', 'starter', 'starter', 'growth', 'enterprise'] as const;

export const systems = [
  ['Mac OS X', 'Chrome'],
  ['Mac OS X', 'Safari'],
  ['Windows', 'Chrome'],
  ['Windows', 'Microsoft Edge'],
  ['Linux', 'Firefox'],
  ['iOS', 'Mobile Safari'],
  ['iOS', 'Mobile Safari'],
  ['Android', 'Chrome'],
] as const;

export const mailHosts = [
  'gmail.com',
  'gmail.com',
  'outlook.com',
  'icloud.com',
  'gmx.de',
  'proton.me',
] as const;

export const referrers = [
  '$direct',
  'www.google.com',
  'www.google.com',
  'news.ycombinator.com',
  'www.instagram.com',
  'partner.flourmill.example',
] as const;

export const interests = [
  'sourdough',
  'pastry',
  'coffee',
  'catering',
  'vegan',
  'wholesale',
  'Gebäck',
] as const;

export const notes = [
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
export function companyName(number: number): string {
  const beginning = shopBeginnings[number % shopBeginnings.length] ?? '';
  const ending = shopEndings[Math.floor(number / shopBeginnings.length) % shopEndings.length] ?? '';
  const round = Math.floor(number / (shopBeginnings.length * shopEndings.length));
  return round === 0 ? `${beginning} ${ending}` : `${beginning} ${ending} ${round + 1}`;
}

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
