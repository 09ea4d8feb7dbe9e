import { Icon } from '#webview/elements/icon.tsx';
import type { Problem } from '#webview/filters/problems/problem.ts';

interface ProblemListProps {
  readonly problems: readonly Problem[];
  /** The ID for `aria-describedby`. */
  readonly id?: string | undefined;
}

export function ProblemList({ problems, id }: ProblemListProps) {
  if (problems.length === 0) return null;
  return (
    <ul class="problem-list" id={id}>
      {problems.map(({ severity, message, source }, index) => (
        <li key={index} class={`problem-row problem-row-${severity}`}>
          <Icon name={severity} />
          <span>{message}</span>
          {source !== '' && <span class="problem-source">{source}</span>}
        </li>
      ))}
    </ul>
  );
}

/** Class of an element that has problems, by the first of them. */
export function problemClass(problems: readonly Problem[]): string {
  return problems[0] ? `has-${problems[0].severity}` : '';
}
