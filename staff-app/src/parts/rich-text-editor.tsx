import FormatBold from '@mui/icons-material/FormatBold';
import FormatItalic from '@mui/icons-material/FormatItalic';
import FormatListBulleted from '@mui/icons-material/FormatListBulleted';
import FormatListNumbered from '@mui/icons-material/FormatListNumbered';
import FormatQuote from '@mui/icons-material/FormatQuote';
import LinkIcon from '@mui/icons-material/Link';
import Title from '@mui/icons-material/Title';
import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, TextField } from '@mui/material';
import { Editor } from '@tiptap/core';
import StarterKit from '@tiptap/starter-kit';
import { type ReactElement, type ReactNode, useEffect, useId, useReducer, useRef, useState } from 'react';
import { linkTo, stored } from './rich-text';

/** What the editor can write; its style sheet is the page's, because the policy refuses those of scripts. */
const EXTENSIONS = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    codeBlock: false,
    trailingNode: false,
    dropcursor: false,
    gapcursor: false,
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      HTMLAttributes: { target: null, rel: null, class: null },
      isAllowedUri: (address) => linkTo(address) === address,
    },
  }),
];

interface Tool {
  readonly label: string;
  readonly sign: ReactElement;
  readonly isOn: (editor: Editor) => boolean;
  readonly use: (editor: Editor) => void;
}

const TOOLS: readonly Tool[] = [
  {
    label: 'Bold',
    sign: <FormatBold />,
    isOn: (editor) => editor.isActive('bold'),
    use: (editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    label: 'Italic',
    sign: <FormatItalic />,
    isOn: (editor) => editor.isActive('italic'),
    use: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    label: 'Heading',
    sign: <Title />,
    isOn: (editor) => editor.isActive('heading'),
    use: (editor) => editor.chain().focus().toggleHeading({ level: 3 }).run(),
  },
  {
    label: 'List',
    sign: <FormatListBulleted />,
    isOn: (editor) => editor.isActive('bulletList'),
    use: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    label: 'Numbered list',
    sign: <FormatListNumbered />,
    isOn: (editor) => editor.isActive('orderedList'),
    use: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    label: 'Quotation',
    sign: <FormatQuote />,
    isOn: (editor) => editor.isActive('blockquote'),
    use: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
];

const CONTENT = {
  '& .tiptap': {
    minHeight: 72,
    px: 1.75,
    py: 1,
    outline: 'none',
    whiteSpace: 'break-spaces',
    overflowWrap: 'anywhere',
  },
  '& .tiptap > :first-of-type': { mt: 0 },
  '& .tiptap > :last-child': { mb: 0 },
};

export interface RichTextProps {
  readonly value: string;
  readonly onChange: (html: string) => void;
  readonly onBlur?: (() => void) | undefined;
  readonly disabled?: boolean | undefined;
  /** Ids of its label and of its help. */
  readonly labelledBy: string;
  readonly describedBy: string;
  readonly isInvalid: boolean;
}

/** A text with a few formats, as HTML that the service keeps as it is. */
export function RichTextEditor(props: RichTextProps): ReactElement {
  const { value, onChange, onBlur, disabled = false, labelledBy, describedBy, isInvalid } = props;
  const place = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<Editor | null>(null);
  /** The text as the form has it. */
  const present = useRef(value);
  const handlers = useRef({ onChange, onBlur });
  handlers.current = { onChange, onBlur };
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);

  useEffect(() => {
    const made = new Editor({
      element: place.current,
      extensions: EXTENSIONS,
      content: present.current,
      injectCSS: false,
      onTransaction: renderAgain,
      onUpdate: ({ editor: changed }) => {
        present.current = changed.isEmpty ? '' : stored(changed.getHTML());
        handlers.current.onChange(present.current);
      },
      onBlur: () => handlers.current.onBlur?.(),
    });
    setEditor(made);
    return () => made.destroy();
  }, []);
  useEffect(() => {
    if (!editor || present.current === value) return;
    present.current = value;
    editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);
  useEffect(() => {
    editor?.setOptions({
      editable: !disabled,
      editorProps: {
        attributes: {
          role: 'textbox',
          'aria-multiline': 'true',
          'aria-labelledby': labelledBy,
          'aria-describedby': describedBy,
          'aria-invalid': String(isInvalid),
          'aria-disabled': String(disabled),
        },
      },
    });
  }, [editor, disabled, labelledBy, describedBy, isInvalid]);
  return (
    <>
      {editor && !disabled && <Tools editor={editor} labelledBy={labelledBy} />}
      <Box ref={place} sx={CONTENT} />
    </>
  );
}

function Tools({ editor, labelledBy }: { editor: Editor; labelledBy: string }): ReactElement {
  const [asks, setAsks] = useState(false);
  return (
    <Box
      role="toolbar"
      aria-labelledby={labelledBy}
      sx={{ display: 'flex', flexWrap: 'wrap', borderBottom: 1, borderColor: 'divider', px: 0.5 }}
    >
      {TOOLS.map(({ label, sign, isOn, use }) => (
        <ToolButton key={label} label={label} isOn={isOn(editor)} onClick={() => use(editor)}>
          {sign}
        </ToolButton>
      ))}
      <ToolButton label="Link" isOn={editor.isActive('link')} onClick={() => setAsks(true)} opens>
        <LinkIcon />
      </ToolButton>
      {asks && <LinkDialog editor={editor} onClose={() => setAsks(false)} />}
    </Box>
  );
}

function ToolButton({
  label,
  isOn,
  onClick,
  opens = false,
  children,
}: {
  label: string;
  isOn: boolean;
  onClick: () => void;
  opens?: boolean;
  children: ReactNode;
}): ReactElement {
  return (
    <Button
      size="small"
      aria-label={label}
      title={label}
      aria-haspopup={opens ? 'dialog' : undefined}
      aria-pressed={isOn}
      // The text keeps its selection.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
      sx={{ minWidth: 36, color: 'text.secondary', bgcolor: isOn ? 'action.selected' : undefined }}
    >
      {children}
    </Button>
  );
}

/** Asks where a link leads. It is not a form, because forms cannot be in forms. */
function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }): ReactElement {
  const title = useId();
  const present: unknown = editor.getAttributes('link').href;
  const [address, setAddress] = useState(typeof present === 'string' ? present : '');
  const href = linkTo(address);
  const set = (): void => {
    if (href === null) return;
    const { empty } = editor.state.selection;
    const link = editor.chain().focus().extendMarkRange('link');
    if (empty && present === undefined)
      link
        .insertContent({ type: 'text', text: address.trim(), marks: [{ type: 'link', attrs: { href } }] })
        .run();
    else link.setLink({ href }).run();
    onClose();
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby={title} fullWidth maxWidth="xs">
      <DialogTitle id={title}>Link</DialogTitle>
      <DialogContent>
        <TextField
          autoFocus
          label="Where it leads"
          value={address}
          helperText="The address of a website, or an e-mail address."
          onChange={({ target }) => setAddress(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            set();
          }}
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        {present !== undefined && (
          <Button
            onClick={() => {
              editor.chain().focus().extendMarkRange('link').unsetLink().run();
              onClose();
            }}
          >
            Remove the link
          </Button>
        )}
        <Button variant="contained" disabled={href === null} onClick={set}>
          Set the link
        </Button>
      </DialogActions>
    </Dialog>
  );
}
