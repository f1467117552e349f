import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/** The service cannot listen at its address. The message names the cause and the setting that changes it. */
class CannotListen extends Error {
  override readonly name = 'CannotListen';
  readonly isPlain = true;
}

/** @throws CannotListen if the operating system refuses the port or the address */
export async function listen(
  app: Pick<NestFastifyApplication, 'listen'>,
  { port, host }: { port: number; host: string },
): Promise<void> {
  try {
    await app.listen({ port, host });
  } catch (error) {
    const reason = reasonOf((error as NodeJS.ErrnoException).code, port, host);
    throw reason === undefined ? error : new CannotListen(reason);
  }
}

function reasonOf(code: string | undefined, port: number, host: string): string | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} of ${host} is in use by another program. Stop that program, or take another port: PORT=${port < 65_535 ? port + 1 : 3000}`;
    case 'EACCES':
      return `This account may not listen on port ${port}. Take another port: PORT=3000`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is not an address of this machine. Set HOST to one, or to 0.0.0.0 for all of them.`;
    default:
      return undefined;
  }
}
