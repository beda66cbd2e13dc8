import { API_KEY_HEADER } from '../routes.ts';

/** Name of the security scheme in the document. */
export const API_KEY_SECURITY = 'ApiKey';

export const apiKeySecurityScheme = {
  type: 'apiKey',
  in: 'header',
  name: API_KEY_HEADER,
  description: 'The API key, as issued by the operator. `Bearer <key>` in the same header is accepted too.',
} as const;
