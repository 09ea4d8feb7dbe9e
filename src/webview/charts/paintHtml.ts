// Paints elements of a page on a canvas: their backgrounds, the lines below them, and their texts. It is enough for numbers
// and tables; what only screen readers read is left out.

/** @param origin from the page's pixels to those of the canvas */
export function paintHtml(context: CanvasRenderingContext2D, root: HTMLElement, origin: DOMMatrix): void {
  context.save();
  context.setTransform(origin);
  for (const element of [root, ...root.querySelectorAll<HTMLElement>('*')]) {
    if (element.closest('.visually-hidden')) continue;
    const style = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    paintBox(context, box, style);
    context.save();
    if (style.overflowX === 'hidden') clipTo(context, box);
    for (const node of element.childNodes) if (node instanceof Text) paintWords(context, node, style);
    context.restore();
  }
  context.restore();
}

function paintBox(context: CanvasRenderingContext2D, box: DOMRect, style: CSSStyleDeclaration): void {
  context.fillStyle = style.backgroundColor;
  context.fillRect(box.left, box.top, box.width, box.height);
  const linePx = Number.parseFloat(style.borderBottomWidth);
  if (style.borderBottomStyle === 'none' || linePx === 0) return;
  context.fillStyle = style.borderBottomColor;
  context.fillRect(box.left, box.bottom - linePx, box.width, linePx);
}

function clipTo(context: CanvasRenderingContext2D, box: DOMRect): void {
  context.beginPath();
  context.rect(box.left, box.top, box.width, box.height);
  context.clip();
}

/** Paints word by word, because a text may wrap. */
function paintWords(context: CanvasRenderingContext2D, text: Text, style: CSSStyleDeclaration): void {
  context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  context.fillStyle = style.color;
  context.textBaseline = 'middle';
  const range = document.createRange();
  for (const { 0: word, index } of text.data.matchAll(/\S+/g)) {
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    const box = range.getBoundingClientRect();
    context.fillText(word, box.left, box.top + box.height / 2);
    if (style.textDecorationLine === 'underline') underline(context, box, style);
  }
}

/** Dashed: the only kind that charts have. */
function underline(context: CanvasRenderingContext2D, word: DOMRect, style: CSSStyleDeclaration): void {
  context.strokeStyle = style.color;
  context.setLineDash([3, 2]);
  context.beginPath();
  context.moveTo(word.left, word.bottom);
  context.lineTo(word.right, word.bottom);
  context.stroke();
}
