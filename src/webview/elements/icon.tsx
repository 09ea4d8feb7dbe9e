/** Hidden from screen readers: the text beside it, or its button's label, says what it means. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={iconPaths[name]} />
    </svg>
  );
}

// Icons on a 16 by 16 grid, in the color of the text around them. Components use `Icon`; the text editor, which takes
// elements, uses `icon()`.

const iconPaths = {
  add: 'M8 3v10M3 8h10',
  grip: 'M6 4h.01M10 4h.01M6 8h.01M10 8h.01M6 12h.01M10 12h.01',
  more: 'M2.9 8a.6.6 0 1 0 1.2 0 .6.6 0 1 0-1.2 0M7.4 8a.6.6 0 1 0 1.2 0 .6.6 0 1 0-1.2 0M11.9 8a.6.6 0 1 0 1.2 0 .6.6 0 1 0-1.2 0',
  chevronDown: 'M3.5 6 8 10.5 12.5 6',
  chevronRight: 'M6 3.5 10.5 8 6 12.5',
  format: 'M2.5 3.5h11M5.5 6.5h8M5.5 9.5h8M2.5 12.5h11',
  find: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM10.3 10.3 14 14',
  text: 'M9 2H4.5a1 1 0 0 0-1 1v10a1 1 0 0 0 1 1h7a1 1 0 0 0 1-1V5.5L9 2ZM9 2v3.5h3.5M6 8.5h4M6 11h4',
  check: 'M3 8.5 6.5 12 13 4.5',
  error: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM5.8 5.8l4.4 4.4M10.2 5.8l-4.4 4.4',
  warning: 'M8 2.5 14.2 13.5H1.8L8 2.5ZM8 6.5v3.2M8 11.4v.6',
  info: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 7.3v3.9M8 4.8v.6',
  lock: 'M4.5 7.5h7a1 1 0 0 1 1 1v4a1 1 0 0 1-1 1h-7a1 1 0 0 1-1-1v-4a1 1 0 0 1 1-1ZM5.5 7.5v-2a2.5 2.5 0 0 1 5 0v2',
  open: 'M6.5 3.5H3v9.5h9.5V9.5M9.5 3H13v3.5M13 3 7.5 8.5',
  up: 'M8 13V3M3.5 7.5 8 3l4.5 4.5',
  down: 'M8 3v10M3.5 8.5 8 13l4.5-4.5',
  close: 'M4 4l8 8M12 4l-8 8',
  chevron: 'M4 6.5 8 10.5 12 6.5',
  columns: 'M2.5 3h11v10h-11ZM6.2 3v10M9.8 3v10',
  copy: 'M5.5 5.5h8v8h-8ZM10.5 5.5v-3h-8v8h3',
  history: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 4.8V8l2.3 1.6',
  filter: 'M2 3h12L9.5 8.5v4.5l-3-1.5v-3Z',
  person: 'M8 8a2.8 2.8 0 1 0 0-5.6A2.8 2.8 0 0 0 8 8ZM2.8 14c.3-3 2.4-4.4 5.2-4.4s4.9 1.4 5.2 4.4',
  pin: 'M6 2.5h4M6.5 2.5v4L4 9.5h8L9.5 6.5v-4M8 9.5v4.5',
  refresh: 'M13 8a5 5 0 1 1-1.5-3.6M13 2.5v3h-3',
  save: 'M2.5 2.5h8.5l2.5 2.5v8.5h-11ZM5 2.5v3.5h5v-3.5M5 13.5v-4h6v4',
  value: 'M2.5 4.5h11v7h-11ZM5.5 6.8v2.4',
  summary: 'M2.5 13.5h11M4.5 13V8M8 13V3M11.5 13V6',
} as const;

export type IconName = keyof typeof iconPaths;

/** Hidden from screen readers: the text beside it, or its button's label, says what it means. */
export function icon(name: IconName): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('aria-hidden', 'true');
  svg.classList.add('icon');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', iconPaths[name]);
  svg.append(path);
  return svg;
}
