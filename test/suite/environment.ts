import type { EnvironmentContext, JestEnvironment, JestEnvironmentConfig } from '@jest/environment';
import { ModuleMocker } from 'jest-mock';
import { installCommonGlobals } from 'jest-util';
import { constants, createContext } from 'node:vm';

/** Which exports of a package the specs load; set in jest.config.mjs. */
type Conditions = { customExportConditions: string[] };

/** Classes that Node itself makes instances of. The code under test must see the same ones. */
const NODES_OWN = { Buffer, ArrayBuffer, Uint8Array };

/** Names by which a global object has itself. */
const ITSELF = ['global', 'globalThis'];

/** Lines of the stack of an error. Jest records a hundred, and the service creates many errors that nobody reads. */
const LINES_OF_STACK = 20;

/**
 * What Jest calls a test environment: the global object of a spec file, as the environment `node` of Jest, but an ordinary object. That of
 * Jest is a proxy, which is asked each time the code names a global such as `Promise`: a tenth of the processor time of all tests. It has no
 * fake timers, because tests set the clock of the service.
 */
export default class OrdinaryEnvironment implements JestEnvironment {
  readonly global: JestEnvironment['global'];
  readonly moduleMocker: ModuleMocker;
  readonly fakeTimers = null;
  readonly fakeTimersModern = null;
  readonly #conditions: string[];

  constructor({ projectConfig }: JestEnvironmentConfig, _context: EnvironmentContext) {
    this.global = createContext(constants.DONT_CONTEXTIFY) as JestEnvironment['global'];
    for (const name of Object.getOwnPropertyNames(globalThis))
      if (!Object.hasOwn(this.global, name) && !ITSELF.includes(name)) addGlobal(this.global, name);
    Object.assign(this.global, { global: this.global, ...NODES_OWN });
    installCommonGlobals(this.global as unknown as typeof globalThis, projectConfig.globals);
    this.global.Error.stackTraceLimit = LINES_OF_STACK;
    this.moduleMocker = new ModuleMocker(this.global as unknown as typeof globalThis);
    this.#conditions = (projectConfig.testEnvironmentOptions as Conditions).customExportConditions;
  }

  async setup(): Promise<void> {}

  async teardown(): Promise<void> {}

  getVmContext() {
    return this.global;
  }

  exportConditions(): string[] {
    return this.#conditions;
  }
}

/** Adds a global of Node. What Node makes at the first use, such as `crypto`, it makes at the first use here too. */
function addGlobal(target: object, name: string): void {
  const { value, enumerable } = Object.getOwnPropertyDescriptor(globalThis, name) ?? {};
  const isMade = value !== undefined;
  Object.defineProperty(target, name, {
    configurable: true,
    enumerable,
    ...(isMade
      ? { value: value as unknown, writable: true }
      : {
          get: () => Reflect.get(globalThis, name) as unknown,
          set: (other: unknown) =>
            Object.defineProperty(target, name, {
              value: other,
              enumerable,
              configurable: true,
              writable: true,
            }),
        }),
  });
}
