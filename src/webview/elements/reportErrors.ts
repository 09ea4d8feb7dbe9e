const longest = 4000;

/** Reports the errors of the page that nothing handles. */
export function reportErrors(report: (message: string) => void): void {
  addEventListener('error', ({ message }) => {
    if (isFailure(message)) report(message.slice(0, longest));
  });
}

/**
 * Browsers fire an error where an observer's callback resizes what it observes: "ResizeObserver loop completed with
 * undelivered notifications." They deliver these before the next frame, so nothing has failed.
 */
export function isFailure(message: string): boolean {
  return !message.startsWith('ResizeObserver loop ');
}
