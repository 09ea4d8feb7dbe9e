// Where the sample's persons live, and what they are called.

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
