/** Joins the path of a field in a service's error: `filters__properties__values__0__key`; a key may contain it itself. */
export const attrSeparator = '__';
