export * from './authenticator';
export { CookieJar } from './cookie-jar';
export { type StatementCounter, countStatements, observeStatements, uncounted } from './count-statements';
export { assertDocumented } from './documented';
export { documentApi } from './documented-by-status';
export { Undocumented } from './undocumented';
export { type Answer, HttpClient, type RequestOptions } from './http-client';
export { runTypescript } from './run-typescript';
export { type RawAnswer, sendRaw } from './send-raw';
export {
  type TestDatabase,
  newFolder,
  TEST_FOLDER,
  TEST_SERVER,
  TEST_TEMPLATE,
  createTestDatabase,
  testFolder,
  withConnection,
} from './test-database';
export { type TestServer, type TestServerOptions, startTestServer } from './test-server';
export { type Exchange, assertWireRules, WireViolation, wireFaults } from './wire-rules';
