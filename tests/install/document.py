#!/usr/bin/env python3
"""document.py PROGRAM DOCUMENT FOLDER: the commands on a page are typed in an empty folder, in which nothing is but
what they and the page's edits make, with an empty home; and what the page shows is compared with what comes out.
FOLDER is emptied and used for that.

A fenced block that begins with a prompt is run. In a block ```diff FILE the lines with - are replaced in that file by
those with +, and a block ```cpp FILE stands in it as it is."""
import pathlib
import re
import shutil
import subprocess
import sys


# Time differs from run to run, and how many models there are is not what is tested here. The program is called by
# another name where it is not installed.
def comparable(text):
    text = re.sub(r"[0-9.]+ s, [0-9.]+ M transitions/s, peak [0-9.]+ [MG]iB", "TIME", text)
    text = text.replace("./conclave ", "conclave ")
    return re.sub(r"nearest of \d+ are", "nearest are", text)


def examples(block):
    """The commands of a block, each with the lines that it prints."""
    found = []
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        else:
            found[-1][1].append(line)
    return found


def replaced(text, edit):
    """The text after an edit; nothing if it does not fit, or fits several times."""
    lines = edit.splitlines(keepends=True)
    old = "".join(line[1:] for line in lines if line[0] != "+")
    new = "".join(line[1:] for line in lines if line[0] != "-")
    return text.replace(old, new) if text.count(old) == 1 else None


def mistakes(document, folder, environment):
    """What is not as the page says."""
    found, tried = [], 0
    for kind, file, block in re.findall(r"^```(\w*) ?(\S*)\n(.*?)^```$", document.read_text(), re.M | re.S):
        if kind in ("diff", "cpp") and file:
            text = (folder / file).read_text()
            if kind == "cpp" and block not in text:
                found.append(f"{document.name}: this is not in {file}:\n{block}")
            if kind == "diff":
                changed = replaced(text, block)
                if changed is None:
                    found.append(f"{document.name}: this edit does not fit {file}:\n{block}")
                else:
                    (folder / file).write_text(changed)
        elif not kind and block.startswith("$ "):
            for command, lines in examples(block):
                tried += 1
                pattern = "".join("(?:.*\n)*?" if line == "..." else re.escape(comparable(line)) + "\n"
                                  for line in lines)
                printed = subprocess.run(command, cwd=folder, env=environment, shell=True, text=True,
                                         stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                         stderr=subprocess.STDOUT).stdout
                if not re.fullmatch(pattern, comparable(printed)):
                    found.append(f"{document.name}: `{command}` prints\n{printed}")
    if tried == 0:
        found.append(f"{document.name} has no example")
    return found


def main():
    program, document, work = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
    shutil.rmtree(work, ignore_errors=True)
    for name in ("bin", "folder", "home"):
        (work / name).mkdir(parents=True)
    (work / "bin/conclave").symlink_to(program)
    environment = {"PATH": f"{work / 'bin'}:/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8", "HOME": str(work / "home")}
    found = mistakes(document, work / "folder", environment)
    print("\n".join(found) if found else "everything is as the page says")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
