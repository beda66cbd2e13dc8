import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

/** Postgres's own default. */
const ITERATIONS = 4_096;

/**
 * What Postgres stores of a password (RFC 5803). Made here, so that the password itself is in no statement, and hence in no
 * server log. For ASCII only: other texts would have to be normalised first.
 */
export function scramVerifier(password: string, salt: Uint8Array = randomBytes(16)): string {
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256');
  const sign = (text: string): Buffer => createHmac('sha256', salted).update(text).digest();
  const storedKey = createHash('sha256').update(sign('Client Key')).digest();
  const salt64 = Buffer.from(salt).toString('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt64}$${storedKey.toString('base64')}:${sign('Server Key').toString('base64')}`;
}
