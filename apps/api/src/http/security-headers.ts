import helmet from 'helmet';
import type { RawHeaders } from '../prepared/prepared-resource.ts';
import { collectHeaders } from './raw-headers.ts';

/**
 * Headers of an answer that is data and never a page: nothing may be loaded or run from it or put into a frame, anybody
 * may read it. Those of helmet's headers that only mean something on pages are left to pages: each header costs a hot read
 * about half a percent.
 */
export function dataSecurityHeaders(): RawHeaders {
  return collectHeaders(
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
      },
      crossOriginResourcePolicy: { policy: 'cross-origin' },
      xFrameOptions: { action: 'deny' },
      crossOriginOpenerPolicy: false,
      originAgentCluster: false,
      xDnsPrefetchControl: false,
      xDownloadOptions: false,
      xPermittedCrossDomainPolicies: false,
      xXssProtection: false,
    }),
  );
}

/**
 * Headers of the documentation page and its files: all of helmet's, with a policy that allows the page its own scripts,
 * styles, images and requests, and nothing from elsewhere. Styles may be inline because the page's library sets them on
 * elements.
 */
export function pageSecurityHeaders(): RawHeaders {
  return collectHeaders(
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'none'"],
          scriptSrc: ["'self'"],
          styleSrc: ["'self'", "'unsafe-inline'"],
          imgSrc: ["'self'", 'data:'],
          fontSrc: ["'self'", 'data:'],
          connectSrc: ["'self'"],
          baseUri: ["'none'"],
          formAction: ["'none'"],
          frameAncestors: ["'none'"],
        },
      },
      xFrameOptions: { action: 'deny' },
    }),
  );
}
