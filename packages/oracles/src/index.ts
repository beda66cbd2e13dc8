export * from './decimal.ts';
export * from './source.ts';
