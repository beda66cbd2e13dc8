import type { Request, RequestHandler, Response } from 'express';
import { ApiError } from './api-error.ts';

export interface BodyGuardOptions {
  readonly limitBytes: number;
  /** Answers a request whose body turned out too large while it was read. */
  readonly refuse: (error: ApiError, request: Request, response: Response) => void;
}

/**
 * Refuses a body that is too large as soon as that is known. The body parser would read it to its end first, at the pace and
 * length of whoever sends it. What it becomes when decompressed is the parser's to look at.
 */
export function createBodyGuard({ limitBytes, refuse }: BodyGuardOptions): RequestHandler {
  return (request, response, next) => {
    if (Number(request.headers['content-length'] ?? 0) > limitBytes) throw new ApiError('BODY_TOO_LARGE');
    if (request.headers['transfer-encoding'] !== undefined) {
      let bytes = 0;
      request.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > limitBytes && !response.headersSent) refuse(new ApiError('BODY_TOO_LARGE'), request, response);
      });
    }
    next();
  };
}
