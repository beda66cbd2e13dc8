const LEVELS = ['info', 'low', 'moderate', 'high', 'critical'];

/**
 * What an answer of `pnpm audit --json` means. `unreachable`: the service did not say anything about the packages, and why;
 * `severe`: the findings that must not stay, those of the level and above. Throws for a level that does not exist.
 */
export function judgeAudit(output, level = 'high') {
  if (!LEVELS.includes(level)) throw new Error(`the level is one of ${LEVELS.join(', ')}, not ${level}`);
  const severities = LEVELS.slice(LEVELS.indexOf(level));
  let answer;
  try {
    answer = JSON.parse(output);
  } catch {
    return { unreachable: output.trim().split('\n')[0] || 'it said nothing' };
  }
  if (answer?.error !== undefined) return { unreachable: answer.error.message ?? JSON.stringify(answer.error) };
  const { vulnerabilities: counts, totalDependencies } = answer?.metadata ?? {};
  if (counts === undefined) return { unreachable: 'its answer holds no count of findings' };
  if (totalDependencies === 0) return { unreachable: 'it checked no package' };
  const severe = Object.values(answer.advisories ?? {})
    .filter(({ severity }) => severities.includes(severity))
    .map((advisory) => ({
      severity: advisory.severity,
      what: `${advisory.module_name} ${advisory.vulnerable_versions}: ${advisory.title} (${advisory.url})`,
    }));
  const isSevere = severe.length > 0 || severities.some((severity) => (counts[severity] ?? 0) > 0);
  return { counts, severe, isSevere };
}

/** The warning for an audit that could not be done; on GitHub Actions an annotation, too. */
export function notDone(reason, env = process.env) {
  const line = '!'.repeat(80);
  const text = 'AUDIT NOT DONE: the packages were not checked for known vulnerabilities.';
  const annotation = env.GITHUB_ACTIONS === 'true' ? `::warning title=Audit not done::${reason}\n` : '';
  return `${annotation}${line}\n!! ${text}\n!! ${reason}\n!! Ask a registry that has such a service: npm run audit -- --registry URL\n${line}\n`;
}
