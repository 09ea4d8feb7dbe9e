/** Announces each message to screen readers. */
export function LiveRegion({ announcement }: { readonly announcement: Announcement }) {
  return (
    <div class="visually-hidden" aria-live="polite">
      <span key={announcement.id}>{announcement.text}</span>
    </div>
  );
}

/** A message for screen readers. */
export interface Announcement {
  /** Different for each announcement, so that the same text is read again. */
  readonly id: number;
  readonly text: string;
}

export const noAnnouncement: Announcement = { id: 0, text: '' };
