import { dirname } from 'node:path';
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

const DTO_IMPORT = 'ImportDeclaration[source.value=/dto/]';
const VALUE_IMPORTS_OF_DTOS = [
  `${DTO_IMPORT}[importKind='type']`,
  `${DTO_IMPORT} > ImportSpecifier[importKind='type']`,
].map((selector) => ({
  selector,
  message: 'Import the class itself: a type import is erased, and with it the validation of the request.',
}));

export default tseslint.config(
  { ignores: ['dist', 'node_modules', 'data', 'coverage'] },
  {
    files: ['src/**/*.ts', 'libs/**/*.ts', 'migrations/**/*.ts', 'test/**/*.ts'],
    extends: [...typed],
    languageOptions: {
      parserOptions: { project: './tsconfig.json', tsconfigRootDir: dirname(fileURLToPath(import.meta.url)) },
    },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/require-await': 'off',
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Read the environment in src/platform/config only.' },
        {
          object: 'URL',
          property: 'canParse',
          message: 'Use parsedUrl of #libs/validation, which says why.',
        },
      ],
      'no-restricted-syntax': ['error', ...ONLY_THE_CLOCK],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
    },
  },
  {
    files: ['src/**/*.ts'],
    // The filter of pages only recognizes what the framework throws.
    ignores: [
      'src/main.ts',
      'src/create-app.ts',
      'src/pages/page.filter.ts',
      'src/**/*.spec.ts',
      'src/**/*.samples.ts',
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
    rules: { 'no-restricted-syntax': ['error', ...ONLY_THE_CLOCK, ...VALUE_IMPORTS_OF_DTOS] },
  },
  {
    files: ['src/platform/config/**/*.ts'],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    files: ['libs/clock/**/*.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: ['test/**/*.ts', '**/*.spec.ts', '**/*.samples.ts', 'libs/testing/**/*.ts'],
    rules: {
      'no-restricted-properties': 'off',
      'no-restricted-syntax': 'off',
      '@typescript-eslint/unbound-method': 'off',
      // Samples add their makers to `Given` by an interface that extends their type.
      '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'with-single-extends' }],
      // Answers are read as untyped JSON: their shape is what a test asserts.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
    },
  },
);
