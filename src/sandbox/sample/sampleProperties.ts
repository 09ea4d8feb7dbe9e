// The values of the sample's properties of persons: their plans, their systems, their companies and what they say.

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
