// @ts-check
// CHANGELOG.md in the form of https://keepachangelog.com: "## [Unreleased]", then "## [1.2.3] - 2026-01-31", newest first.

/**
 * The problems in the changelog that prevent the release of a version.
 * @param {string} changelog
 * @param {string} version
 * @param {string} today such as `2026-01-31`
 * @returns {string[]} one sentence for each problem
 */
export function changelogProblems(changelog, version, today) {
  const sections = changelog.split(/^## /m).slice(1).map(readSection);
  const [unreleased, newest] = sections;
  if (unreleased?.title !== 'Unreleased') return ['CHANGELOG.md does not begin with "## [Unreleased]".'];
  const problems = unreleased.text === '' ? [] : [`Move what is under Unreleased to ${version}.`];
  if (newest?.title !== version) {
    return [...problems, `CHANGELOG.md has no section "## [${version}] - ${today}" below Unreleased.`];
  }
  if (newest.text === '') problems.push(`CHANGELOG.md says nothing about ${version}.`);
  if (!newest.date) problems.push(`CHANGELOG.md gives ${version} no date such as ${today}.`);
  else if (newest.date > today) problems.push(`CHANGELOG.md dates ${version} in the future: ${newest.date}.`);
  return problems;
}

/** @param {string} section */
function readSection(section) {
  const [head = '', ...lines] = section.split('\n');
  const [, title = '', date] = /^\[([^\]]+)\](?: - (\d{4}-\d{2}-\d{2}))?$/.exec(head.trim()) ?? [];
  return { title, date, text: lines.join('\n').trim() };
}
