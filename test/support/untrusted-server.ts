import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** A key for localhost and its certificate, which no authority has signed. Only tests use them. */
const PEM = `
-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg8CR58tpSKTIxo2Xi
WuiHNZ3rfZ6vSvv8LqTK/e+gkZ6hRANCAASjr09frEszqtOasO6PvD0ykbApKKbA
y0zEhWjmZ6LDOip5zl/idtfvdI2uhoWGzYnQatoHALCWLO2x6GwJHvo2
-----END PRIVATE KEY-----
-----BEGIN CERTIFICATE-----
MIIBfjCCASWgAwIBAgIUbIex8TsC0hJ68HqX83aPAISnCLcwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyNTE1MjEwMloYDzIxMjYxMTAx
MTUyMTAyWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASjr09frEszqtOasO6PvD0ykbApKKbAy0zEhWjmZ6LDOip5zl/idtfv
dI2uhoWGzYnQatoHALCWLO2x6GwJHvo2o1MwUTAdBgNVHQ4EFgQUESm2qu8OpUlv
GK511bt9RE1avXEwHwYDVR0jBBgwFoAUESm2qu8OpUlvGK511bt9RE1avXEwDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNHADBEAiAf/Rq31IZhBAxYg+R3xB0G
aG5G5irKy67FOFY/0CcqbQIgHYokl6gq6HwLDB4wv1uKNkz+BzfCw5P/FNgbIe41
ZDE=
-----END CERTIFICATE-----
`;

/** Runs the work while a server with a certificate that nobody trusts listens. @param work gets its origin */
export async function withUntrustedServer(work: (origin: string) => Promise<void>): Promise<void> {
  const server = createServer({ key: PEM, cert: PEM }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await work(`https://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.close();
  }
}
