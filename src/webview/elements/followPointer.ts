/** Follows the pointer until its button is released. @param onMove gets the horizontal distance, and the place in the window */
export function followPointer(
  { clientX }: PointerEvent,
  onMove: (movedPx: number, x: number) => void,
  onEnd: () => void = () => undefined,
): void {
  const move = (event: PointerEvent) => onMove(event.clientX - clientX, event.clientX);
  const end = () => {
    removeEventListener('pointermove', move);
    onEnd();
  };
  addEventListener('pointermove', move);
  addEventListener('pointerup', end, { once: true });
}
