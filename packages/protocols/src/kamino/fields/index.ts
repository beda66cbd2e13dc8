export { accountFields } from './account.ts';
export { configFields } from './config.ts';
export { detailFields } from './detail.ts';
