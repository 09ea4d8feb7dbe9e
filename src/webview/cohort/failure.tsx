import { Icon } from '#webview/elements/icon.tsx';

/** What went wrong with a part of the page. */
export function Failure({ message }: { readonly message: string }) {
  return (
    <p class="failed">
      <Icon name="error" />
      <span>{message}</span>
    </p>
  );
}
