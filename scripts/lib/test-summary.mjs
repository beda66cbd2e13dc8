import { relative } from 'node:path';

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

/**
 * One line for each test that failed, with the first line of its message, and for each file that could not be loaded: stands right
 * above the counts, where the end of a long log still shows it. Paths are given from `root`.
 */
export function failedTests(report, root) {
  return report.testResults.flatMap((file) => {
    const path = relative(root, file.name);
    const failed = file.assertionResults.filter(({ status }) => status === 'failed');
    if (failed.length === 0) return file.status === 'failed' ? [`failed: ${path}: ${firstLine(file.message)}`] : [];
    return failed.map((each) => `failed: ${path} > ${each.fullName}: ${firstLine(each.failureMessages[0])}`);
  });
}

function firstLine(message = '') {
  return message.split('\n', 1)[0];
}

/** The plain line that other tools read. */
export function summaryLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}
