import type { Announcement } from './announcement.ts';

/** Has screen readers read each announcement. */
export function LiveRegion({ announcement }: { readonly announcement: Announcement }) {
  return (
    <div class="visually-hidden" aria-live="polite">
      <span key={announcement.id}>{announcement.text}</span>
    </div>
  );
}
