import { describe, expect, it } from 'vitest';
import { infoQuerySchema, latestQuerySchema } from './parameters.ts';

describe('query parameters', () => {
  it('refuses unknown parameters of the latest reads and knows two values of envelope', () => {
    expect(latestQuerySchema.parse({ envelope: 'true' })).toEqual({ envelope: 'true' });
    expect(latestQuerySchema.safeParse({ cachebuster: '1', envelope: 'true' }).success).toBe(false);
    expect(latestQuerySchema.safeParse({ envelope: 'yes' }).success).toBe(false);
  });

  it('refuses unknown filters of the info endpoints, so that a mistyped filter cannot return everything', () => {
    expect(infoQuerySchema.parse({ status_str: 'active' })).toEqual({ status_str: 'active' });
    expect(infoQuerySchema.safeParse({ state: 'active' }).success).toBe(false);
    expect(infoQuerySchema.safeParse({ status_str: 'ACTIVE' }).success).toBe(false);
    expect(infoQuerySchema.safeParse({ reserve: 'abc' }).success).toBe(false);
  });
});
