import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import tseslint from 'typescript-eslint';

const typed = tseslint.configs.recommendedTypeChecked;

const ONLY_THE_CLOCK = [
  {
    selector: "NewExpression[callee.name='Date'][arguments.length=0]",
    message: 'Ask the Clock: a test must be able to set the time.',
  },
  {
    selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
    message: 'Ask the Clock: a test must be able to set the time.',
  },
];

const NO_RAW_SQL = [
  "CallExpression[callee.property.name='query']",
  "CallExpression[callee.object.name='loading'][callee.property.name=/^(rows|change)$/]",
].map((selector) => ({
  selector,
  message:
    'Define a statement() and run it with Sql: its parameters have names, and a test checks its types.',
}));

/** Files that run SQL without statement(), with the reason. */
const RAW_SQL = {
  'src/platform/database/connection.ts': 'runs the statements',
  'src/platform/database/migrate.ts': 'settings and locks of a session',
  'src/platform/database/cells.ts': 'visits all sequences; needs their names in the text',
  'src/platform/database/server-role.ts': 'grants; needs the names of roles and tables in the text',
  'src/platform/database/reseal.ts': 'visits all sealed columns; needs their names in the text',
  'src/platform/erasure/club-rows.ts': 'visits all tables; needs their names in the text',
  'src/platform/catalogue/load/*.ts': 'writes all tables; needs the names of tables and columns in the text',
  'src/tools/catalogue/import-catalogue.ts': 'settings and locks of an import',
  'src/tools/catalogue/export-catalogue.ts': 'settings of the transaction of an export',
  'src/tools/move/*.ts': 'visits all tables, and creates publications; needs their names in the text',
  'src/tools/local/server-role.ts': 'creates a role; needs its name in the text',
  'libs/snapshot/src/change-listener.ts': 'LISTEN, on its own connection',
  'libs/embedded-postgres/test/*.ts': 'tests of a library that does not use statements',
};

const DTO_IMPORT = 'ImportDeclaration[source.value=/dto/]';
// `ListQuery` of the staff side is an interface, which its own decorator fills.
const DTO_NAME = 'ImportSpecifier[imported.name=/(Body|(?<!^List)Query)$/]';
const VALUE_IMPORTS_OF_DTOS = [
  `${DTO_IMPORT}[importKind='type']`,
  `${DTO_IMPORT} > ImportSpecifier[importKind='type']`,
  `ImportDeclaration[importKind='type'] > ${DTO_NAME}`,
  `${DTO_NAME}[importKind='type']`,
].map((selector) => ({
  selector,
  message: 'Import the class itself: a type import is erased, and with it the validation of the request.',
}));

const ONE_SERVICE_CALL = [
  {
    selector:
      'TSParameterProperty TSTypeReference[typeName.name=/^(StaffWorkService|DataSource|EntityManager|Sql|Statements)$/]',
    message: 'A handler makes one call of a service, which runs the use case and its transaction.',
  },
];

/** The global names of browsers that the example site uses. */
const BROWSER = [
  'document',
  'location',
  'navigator',
  'console',
  'addEventListener',
  'scrollTo',
  'setTimeout',
  'clearTimeout',
  'URL',
  'URLSearchParams',
  'DOMParser',
  'HTMLElement',
  'Node',
  'Event',
  'dispatchEvent',
];

/** The app for staff is checked where its packages are installed, because the rules need their types. */
const WITHOUT_PACKAGES = existsSync(join(import.meta.dirname, 'staff-app', 'node_modules'))
  ? []
  : ['staff-app'];

export default tseslint.config(
  // `npm run example` adds the examples to a copy of the project and lints them there.
  {
    ignores: [
      'dist',
      'clients/*/dist',
      'staff-app/dist',
      ...WITHOUT_PACKAGES,
      'node_modules',
      'data',
      'coverage',
      'examples',
    ],
  },
  {
    files: ['src/**/*.ts', 'libs/**/*.ts', 'migrations/**/*.ts', 'test/**/*.ts', 'clients/**/*.ts'],
    extends: [...typed],
    languageOptions: {
      parserOptions: {
        project: ['./tsconfig.json', './clients/javascript/embed/tsconfig.json'],
        tsconfigRootDir: dirname(fileURLToPath(import.meta.url)),
      },
    },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      // The compiler finds them (noUnusedLocals, noUnusedParameters).
      '@typescript-eslint/no-unused-vars': 'off',
      '@typescript-eslint/require-await': 'off',
      // Domains add what they declare to an engine's interface by one that extends its type.
      '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'with-single-extends' }],
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Read the environment in src/platform/config only.' },
        {
          object: 'URL',
          property: 'canParse',
          message: 'Use parsedUrl of #libs/validation, which says why.',
        },
      ],
      'no-restricted-syntax': ['error', ...ONLY_THE_CLOCK, ...NO_RAW_SQL],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
    },
  },
  {
    files: ['staff-app/src/**/*.{ts,tsx}', 'staff-app/vite.config.ts'],
    extends: [...typed],
    languageOptions: {
      parserOptions: { project: ['./staff-app/tsconfig.json'], tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      // The compiler finds them (noUnusedLocals, noUnusedParameters).
      '@typescript-eslint/no-unused-vars': 'off',
      // react-admin's records are of any type.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
    },
  },
  {
    // The example site: modules for browsers, without a build.
    files: ['demo/site/**/*.js'],
    languageOptions: {
      sourceType: 'module',
      globals: Object.fromEntries(BROWSER.map((name) => [name, 'readonly'])),
    },
    rules: {
      'no-undef': 'error',
      'no-unused-vars': 'error',
      'prefer-const': 'error',
      eqeqeq: 'error',
      'no-restricted-properties': [
        'error',
        ...['innerHTML', 'outerHTML', 'insertAdjacentHTML'].map((property) => ({
          property,
          message: 'Insert texts with h(), and HTML of the API with safeHtml().',
        })),
      ],
    },
  },
  {
    files: ['src/**/*.ts'],
    // These filters only recognize what the framework throws.
    ignores: [
      'src/main.ts',
      'src/app/create-app.ts',
      'src/pages/page.filter.ts',
      'src/platform/staff/problem.filter.ts',
      'src/**/*.spec.ts',
      'src/**/*.{samples,fixtures}.ts',
    ],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: '@nestjs/common',
              importNames: [
                'HttpException',
                'NotFoundException',
                'BadRequestException',
                'ForbiddenException',
              ],
              message: 'Throw a DomainError: an HttpException here means an unknown path.',
            },
            {
              name: 'typeorm',
              importNames: ['ManyToOne', 'OneToMany', 'OneToOne', 'ManyToMany', 'JoinColumn', 'JoinTable'],
              message: 'Entities are flat rows (decision 2): declare the column and @ForeignKey.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['src/**/*.controller.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...ONLY_THE_CLOCK,
        ...NO_RAW_SQL,
        ...VALUE_IMPORTS_OF_DTOS,
        ...ONE_SERVICE_CALL,
      ],
    },
  },
  {
    files: ['src/platform/config/**/*.ts'],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    files: [...Object.keys(RAW_SQL), 'migrations/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...ONLY_THE_CLOCK] },
  },
  {
    // The client has no `Clock`: it runs in browsers.
    files: ['libs/clock/**/*.ts', 'clients/**/*.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: [
      'test/**/*.ts',
      '**/*.spec.ts',
      '**/*.{samples,fixtures}.ts',
      'libs/testing/**/*.ts',
      'libs/*/test/**/*.ts',
    ],
    rules: {
      'no-restricted-properties': 'off',
      'no-restricted-syntax': 'off',
      '@typescript-eslint/unbound-method': 'off',
      // Answers are read as untyped JSON: their shape is what a test asserts.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
    },
  },
);
