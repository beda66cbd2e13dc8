/**
 * Adds up vitest's JSON report. A test file that could not be loaded has no tests to count; it counts as one that failed.
 */
export function summarizeReport(report) {
  const broken = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  const failed = report.numFailedTests + broken.length;
  return {
    passed: report.numPassedTests,
    // Errors outside of any test fail the run too.
    failed: failed === 0 && !report.success ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** The plain line that other tools read. */
export function summaryLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}
