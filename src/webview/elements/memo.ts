import { Component, h, type FunctionComponent } from 'preact';

/** A component that renders again only if one of its props is another value. */
export function memo<Props extends object>(view: FunctionComponent<Props>): FunctionComponent<Props> {
  class Memo extends Component<Props> {
    override shouldComponentUpdate(next: Props): boolean {
      const before = new Map<string, unknown>(Object.entries(this.props));
      const after = Object.entries(next);
      return after.length !== before.size || after.some(([name, value]) => before.get(name) !== value);
    }

    override render() {
      return h(view, this.props);
    }
  }
  return (props) => h(Memo, props);
}
