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
    throw cannotListen(error, { port, host }, SETTINGS);
  }
}

interface AddressSettings {
  readonly port: string;
  readonly host: string;
  readonly defaultPort: number;
}

const SETTINGS: AddressSettings = { port: 'PORT', host: 'HOST', defaultPort: 3000 };

/** {@link CannotListen} for an error of the operating system that an operator can correct; any other error is returned unchanged. */
export function cannotListen(
  error: unknown,
  address: { port: number; host: string },
  settings: AddressSettings,
): unknown {
  const reason = reasonOf((error as NodeJS.ErrnoException).code, address, settings);
  return reason === undefined ? error : new CannotListen(reason);
}

function reasonOf(
  code: string | undefined,
  { port, host }: { port: number; host: string },
  settings: AddressSettings,
): string | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} of ${host} is in use by another program. Stop that program, or take another port: ${settings.port}=${port < 65_535 ? port + 1 : settings.defaultPort}`;
    case 'EACCES':
      return `This account may not listen on port ${port}. Take another port: ${settings.port}=${settings.defaultPort}`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is not an address of this machine. Set ${settings.host} to one, or to 0.0.0.0 for all of them.`;
    default:
      return undefined;
  }
}
