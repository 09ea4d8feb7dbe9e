// Names that are suggested although no record has them.

/** Properties that nearly every service has. */
export const commonProperties = [
  'email',
  'name',
  '$os',
  '$browser',
  '$current_url',
  '$geoip_country_code',
  '$initial_referring_domain',
];

/** The same of events. */
export const commonEvents = ['$pageview', '$autocapture', '$identify'];
