const SEVERE = ['critical', 'high'];

/**
 * What an answer of `pnpm audit --json` means. `unreachable`: the service did not say anything about the packages, and why;
 * `severe`: the findings that must not stay.
 */
export function judgeAudit(output) {
  let answer;
  try {
    answer = JSON.parse(output);
  } catch {
    return { unreachable: output.trim().split('\n')[0] || 'it said nothing' };
  }
  if (answer.error !== undefined) return { unreachable: answer.error.message ?? JSON.stringify(answer.error) };
  const counts = answer.metadata?.vulnerabilities;
  if (counts === undefined) return { unreachable: 'its answer holds no count of findings' };
  const severe = Object.values(answer.advisories ?? {})
    .filter(({ severity }) => SEVERE.includes(severity))
    .map((advisory) => ({
      severity: advisory.severity,
      what: `${advisory.module_name} ${advisory.vulnerable_versions}: ${advisory.title} (${advisory.url})`,
    }));
  return { counts, severe, isSevere: severe.length > 0 || SEVERE.some((severity) => (counts[severity] ?? 0) > 0) };
}
