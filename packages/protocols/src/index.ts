export * from './kamino/index.ts';
