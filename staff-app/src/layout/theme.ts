import type { Theme, ThemeOptions } from '@mui/material';

const shared: ThemeOptions = {
  typography: {
    fontFamily: 'system-ui, sans-serif',
    h5: { fontSize: '1.4rem', fontWeight: 600 },
    button: { textTransform: 'none' },
  },
  shape: { borderRadius: 8 },
  components: {
    MuiTextField: {
      defaultProps: { variant: 'outlined', fullWidth: true, size: 'small', margin: 'dense' },
    },
    MuiFormControl: {
      defaultProps: { variant: 'outlined', size: 'small', margin: 'dense' },
      // Space between the label of a field and the help of the field before.
      styleOverrides: { marginDense: { marginTop: 14 } },
    },
    // The help of a field that cannot be changed explains why.
    MuiFormHelperText: {
      styleOverrides: {
        root: ({ theme }: { theme: Theme }) => ({
          '&.Mui-disabled': { color: theme.palette.text.secondary },
        }),
      },
    },
    MuiButton: { styleOverrides: { root: { whiteSpace: 'nowrap', flexShrink: 0 } } },
  },
};

/** Colours with enough contrast on white and on light grey. */
export const light: ThemeOptions = {
  ...shared,
  palette: {
    mode: 'light',
    primary: { main: '#1a4f8b' },
    secondary: { main: '#6b2f73' },
    error: { main: '#a61b1b' },
    warning: { main: '#8a4b00' },
    success: { main: '#1b6232' },
    background: { default: '#f6f7f9', paper: '#ffffff' },
    text: { primary: '#1b1f24', secondary: '#4a525c' },
  },
};

export const dark: ThemeOptions = {
  ...shared,
  palette: {
    mode: 'dark',
    primary: { main: '#9cc7ff' },
    secondary: { main: '#e3b4ec' },
    error: { main: '#ffb4ab' },
    warning: { main: '#ffc680' },
    success: { main: '#8fdba5' },
    background: { default: '#14171b', paper: '#1d2126' },
    text: { primary: '#eef1f4', secondary: '#bcc4cd' },
  },
};
