import { describe, expect, it } from 'vitest';
import { judgeAudit, notDone } from './lib/audit.mjs';

const advisory = { module_name: 'a', vulnerable_versions: '<2', title: 'hole', url: 'https://x', severity: 'high' };
const answerOf = (counts: object, more: object = {}) =>
  JSON.stringify({ metadata: { vulnerabilities: counts }, ...more });

describe('an answer of the audit service', () => {
  it('fails for findings of the level and above, and names them', () => {
    const found = answerOf({ low: 1, high: 1 }, { advisories: { 1: advisory } });
    expect(judgeAudit(found)).toMatchObject({ isSevere: true, severe: [{ severity: 'high' }] });
    expect(judgeAudit(found, 'critical')).toMatchObject({ isSevere: false, severe: [] });
    expect(judgeAudit(answerOf({ low: 3, high: 0 }))).toMatchObject({ isSevere: false });
    expect(judgeAudit(answerOf({ low: 3, high: 0 }), 'low')).toMatchObject({ isSevere: true });
    expect(judgeAudit(answerOf({ critical: 1 }))).toMatchObject({ isSevere: true });
    expect(() => judgeAudit(found, 'hihg')).toThrow(/the level is one of/);
  });

  it.each([
    ['an error of the service', '{"error":{"code":"X","message":"responded with 405"}}', 'responded with 405'],
    ['no JSON', 'getaddrinfo ENOTFOUND\nmore', 'getaddrinfo ENOTFOUND'],
    ['nothing', '', 'it said nothing'],
    ['null', 'null', 'its answer holds no count of findings'],
    ['an empty object', '{}', 'its answer holds no count of findings'],
    ['no packages', '{"metadata":{"vulnerabilities":{"high":0},"totalDependencies":0}}', 'it checked no package'],
  ])('is no pass when it is %s', (_what, output, reason) => {
    expect(judgeAudit(output)).toEqual({ unreachable: reason });
  });
});

it('an audit that was not done is reported visibly, and as an annotation on GitHub Actions', () => {
  expect(notDone('responded with 405', {})).toMatch(/^!{80}\n!! AUDIT NOT DONE: .*\n!! responded with 405\n/);
  expect(notDone('away', { GITHUB_ACTIONS: 'true' })).toMatch(/^::warning title=Audit not done::away\n!{80}\n/);
});
