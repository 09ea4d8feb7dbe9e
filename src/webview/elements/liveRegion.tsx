import type { Announcement } from './announcement.ts';

/** Announces each message to screen readers. */
export function LiveRegion({ announcement }: { readonly announcement: Announcement }) {
  return (
    <div class="visually-hidden" aria-live="polite">
      <span key={announcement.id}>{announcement.text}</span>
    </div>
  );
}
