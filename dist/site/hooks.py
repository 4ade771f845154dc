"""Has links from the documents to files beside them lead to the repository."""

import pathlib
import posixpath
import re

LINK = re.compile(r"(\]\()([^)#:\s]+)(#[^)\s]*)?(\))")
CODE = re.compile(r"^( *)(`{3,}|~{3,}).*?^\1\2`*~* *$", re.MULTILINE | re.DOTALL)


def on_page_markdown(markdown, page, config, files):
    """Rewrites the links of one page; what stands in blocks of code is no link."""
    root = pathlib.Path(config["docs_dir"]).parent.resolve()
    here = posixpath.join("docs", posixpath.dirname(page.file.src_uri))

    def rewritten(link):
        target = posixpath.normpath(posixpath.join(here, link[2]))
        if target.startswith("docs/") and not (root / target).is_dir():
            return link[0]
        if not (root / target).exists():
            return link[0]
        kind = "tree" if (root / target).is_dir() else "blob"
        return f"{link[1]}{config['repo_url']}/{kind}/main/{target}{link[3] or ''}{link[4]}"

    done = []
    end = 0
    for block in CODE.finditer(markdown):
        done += [LINK.sub(rewritten, markdown[end : block.start()]), block[0]]
        end = block.end()
    return "".join(done) + LINK.sub(rewritten, markdown[end:])
