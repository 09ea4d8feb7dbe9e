// A description of elements, and the least change that makes what is on the page look like it. What a person is typing
// into is never replaced, so that focus, selection and composition outlive every change of the text. lit-html with the
// directives for this would be 10 kB; this is 2.
import { icon, type IconName } from '#webview/elements/icons.ts';

type Listener = (event: Event) => void;

/**
 * `on…` are listeners, `value` is a property, `key` a name among siblings, `frozen` keeps the children that are there;
 * all others are attributes, which false and undefined leave out.
 */
export type Props = Readonly<Record<string, string | number | boolean | Listener | undefined>>;

export interface Piece {
  readonly tag: string;
  readonly props: Props;
  readonly children: readonly (Piece | string)[];
  /** Makes an element that is not drawn but taken as it comes. */
  readonly create?: () => Element;
}

export type Child = Piece | string | false | undefined;

/** Siblings are told apart by their prop `key`, else by their order. */
export function h(tag: string, props: Props = {}, ...children: readonly (Child | readonly Child[])[]): Piece {
  const kept = children
    .flat()
    .filter((child): child is Piece | string => typeof child === 'object' || (child || '') !== '');
  return { tag, props, children: kept };
}

export function iconPiece(name: IconName): Piece {
  return { tag: '#icon', props: { name }, children: [], create: () => icon(name) };
}

interface Drawn {
  readonly piece: Piece;
  readonly listening: Set<string>;
}

const drawn = new WeakMap<Node, Drawn>();

/** Makes the children of an element look as described. */
export function draw(parent: Element, children: readonly (Piece | string)[]): void {
  const before = [...parent.childNodes];
  const byKey = new Map(before.map((node) => [keyOf(node), node]));
  const spare = before.filter((node) => keyOf(node) === undefined);
  const nodes = children.map((child) => update(take(child, byKey, spare), child));
  const kept = new Set<Node>(nodes);
  for (const node of before) if (!kept.has(node)) node.remove();
  // Those that are in place already stay untouched: a node that is put in again loses the focus.
  nodes.forEach((node, index) => {
    if (parent.childNodes[index] !== node) parent.insertBefore(node, parent.childNodes[index] ?? null);
  });
}

function keyOf(node: ChildNode): string | undefined {
  const key = drawn.get(node)?.piece.props['key'];
  return key === undefined ? undefined : String(key);
}

/** A node that is there and can be made to look like the child. */
function take(
  child: Piece | string,
  byKey: ReadonlyMap<string | undefined, ChildNode>,
  spare: ChildNode[],
): ChildNode | undefined {
  if (typeof child !== 'string' && child.props['key'] !== undefined) {
    const found = byKey.get(String(child.props['key']));
    return found && drawn.get(found)?.piece.tag === child.tag ? found : undefined;
  }
  const at = spare.findIndex((node) => isAlike(node, child));
  return at < 0 ? undefined : spare.splice(at, 1)[0];
}

function isAlike(node: ChildNode, child: Piece | string): boolean {
  if (typeof child === 'string') return node instanceof Text;
  const piece = drawn.get(node)?.piece;
  if (piece?.tag !== child.tag) return false;
  return child.tag === '#icon'
    ? piece.props['name'] === child.props['name']
    : piece.props['class'] === child.props['class'];
}

function update(node: ChildNode | undefined, child: Piece | string): ChildNode {
  if (typeof child === 'string') {
    const text = node instanceof Text ? node : document.createTextNode('');
    if (text.data !== child) text.data = child;
    return text;
  }
  return node instanceof Element
    ? updateElement(node, child)
    : updateElement(child.create?.() ?? document.createElement(child.tag), child);
}

function updateElement(element: Element, piece: Piece): Element {
  const before = drawn.get(element);
  const listening = before?.listening ?? new Set();
  drawn.set(element, { piece, listening });
  if (piece.create) return element;
  const names = new Set([...Object.keys(before?.piece.props ?? {}), ...Object.keys(piece.props)]);
  // Children first: a select takes a value only once it has the option.
  if (!piece.props['frozen']) draw(element, piece.children);
  for (const name of names) setProp(element, name, piece.props[name], before?.piece.props[name], listening);
  return element;
}

function setProp(
  element: Element,
  name: string,
  value: Props[string],
  before: Props[string],
  listening: Set<string>,
): void {
  if (name === 'key' || name === 'frozen') return;
  if (name.startsWith('on')) return listen(element, name.slice(2), listening);
  if (name === 'value' && isControl(element)) {
    if (element.dataset['draft'] === undefined && element.value !== value) element.value = String(value);
    return;
  }
  if (value === before) return;
  if (value === undefined || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? '' : String(value));
}

function isControl(element: Element): element is HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement {
  return ['INPUT', 'SELECT', 'TEXTAREA'].includes(element.tagName);
}

/** One listener for an element's life, which finds what has to run in what was drawn last. */
function listen(element: Element, type: string, listening: Set<string>): void {
  if (listening.has(type)) return;
  listening.add(type);
  element.addEventListener(type, (event) => {
    const listener = drawn.get(element)?.piece.props[`on${type}`];
    if (typeof listener === 'function') listener(event);
  });
}
