// A text tile. markdown-it reads it to tokens; elements are made of those that are known, and everything else is text: no
// HTML, no pictures, no links but to the web.
import MarkdownIt from 'markdown-it';
import { type ComponentChildren, h } from 'preact';
import { useMemo } from 'preact/hooks';

const reader = new MarkdownIt({ html: false, linkify: false });

type Token = ReturnType<typeof reader.parse>[number];

/** The allowed elements; other markup is shown as plain text. */
const elements: ReadonlySet<string> = new Set(
  'p h1 h2 h3 h4 h5 h6 strong em s ul ol li blockquote table thead tbody tr th td'.split(' '),
);

export function TextTile({ text }: { readonly text: string }) {
  const content = useMemo(() => markdownElements(text), [text]);
  return (
    <div class="markdown" tabIndex={0}>
      {content}
    </div>
  );
}

export function markdownElements(text: string): ComponentChildren {
  return toElements(reader.parse(text, {}));
}

interface OpenElement {
  readonly token: Token | undefined;
  readonly children: ComponentChildren[];
}

function toElements(tokens: readonly Token[]): ComponentChildren {
  const stack: OpenElement[] = [{ token: undefined, children: [] }];
  for (const token of tokens) {
    if (token.nesting === 1) stack.push({ token, children: [] });
    else {
      const closed = token.nesting === -1 && stack.length > 1 ? stack.pop() : undefined;
      const made = closed?.token ? elementOf(closed.token, closed.children) : leafOf(token);
      stack.at(-1)?.children.push(made);
    }
  }
  return stack[0]?.children;
}

/** A title in a tile is below the tile's own. */
const headings: Readonly<Record<string, string>> = { h1: 'h3', h2: 'h4', h3: 'h5', h4: 'h6', h5: 'h6' };

function elementOf(token: Token, children: ComponentChildren): ComponentChildren {
  const { tag } = token;
  if (tag === 'a') return link(token.attrGet('href'), children);
  if (!elements.has(tag) || token.hidden) return children;
  const start = tag === 'ol' ? token.attrGet('start') : null;
  return h(headings[tag] ?? tag, start === null ? null : { start }, children);
}

function leafOf(token: Token): ComponentChildren {
  switch (token.type) {
    case 'inline':
      return toElements(token.children ?? []);
    case 'code_inline':
      return <code>{token.content}</code>;
    case 'fence':
    case 'code_block':
      return (
        <pre tabIndex={0}>
          <code>{token.content}</code>
        </pre>
      );
    case 'softbreak':
      return ' ';
    case 'hardbreak':
      return <br />;
    case 'hr':
      return <hr />;
    case 'image':
      return link(token.attrGet('src'), token.content || token.attrGet('src'));
    default:
      return token.content;
  }
}

function link(url: string | number | null, children: ComponentChildren): ComponentChildren {
  if (typeof url !== 'string' || !/^(https?:\/\/|mailto:)/i.test(url)) return children;
  return (
    <a href={url} title={url}>
      {children}
    </a>
  );
}
