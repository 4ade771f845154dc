# How the program is run, of whatever layout: to be read by scripts that have said where it is.
#   app    the directory that has its libraries in lib
# Standard output belongs to the program: everything said here goes to standard error.

say() {
    printf 'tapgateway: %s\n' "$*" >&2
}

fail() {
    say "$*"
    exit 1
}

# Prints the major version of a java program; its `release` file saves starting it.
java_version() {
    real=$(readlink -f "$1" 2>/dev/null || printf '%s' "$1")
    release=$(dirname "$(dirname "$real")")/release
    {
        if [ -f "$release" ]; then
            cat "$release"
        else
            "$1" -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java\.version = \(.*\)/JAVA_VERSION="\1"/p'
        fi
    } | sed -n 's/^JAVA_VERSION="\(1\.\)\{0,1\}\([0-9]*\).*/\2/p'
}

is_recent() {
    [ -x "$1" ] || return 1
    version=$(java_version "$1")
    [ -n "$version" ] && [ "$version" -ge 17 ]
}

# One that has been packed with the program comes first.
find_java() {
    if [ -x "$app/runtime/bin/java" ]; then
        printf '%s' "$app/runtime/bin/java"
        return
    fi
    if [ -n "${JAVA_HOME:-}" ] && is_recent "$JAVA_HOME/bin/java"; then
        printf '%s' "$JAVA_HOME/bin/java"
        return
    fi
    on_path=$(command -v java || true)
    if [ -n "$on_path" ] && is_recent "$on_path"; then
        printf '%s' "$on_path"
        return
    fi
    fail "needs Java 17 or later; set JAVA_HOME to one, or put its java on the PATH."
}

# Names the directory of the archive of classes that this Java starts faster with. It lies beside the libraries, so that a build
# throws it away with them, and each Java has its own; what does not fit all the same is ignored by Java.
find_archive() {
    archive=
    real=$(readlink -f "$java" 2>/dev/null || printf '%s' "$java")
    release=${real%/bin/*}/release
    [ -f "$release" ] || return 0
    sum=$(cksum <"$release")
    archive=$app/archive-${sum%% *}
}

# Has the program do once what it does when it starts, and keeps what Java writes down about it. The directory says that somebody
# is at it, or has tried in vain: nobody tries again with the same libraries. Not having an archive costs time and nothing else.
rehearse() (
    [ -n "$archive" ] && mkdir "$archive" 2>/dev/null || exit 0
    trap '' HUP
    if [ "$java" = "$app/runtime/bin/java" ] && [ ! -f "$app/runtime/lib/server/classes.jsa" ]; then
        # The archive of Java's own classes, upon which the other one stands, is not packed: it is large, and quickly made.
        nice -n 19 "$java" -Xshare:dump || exit 0
    fi
    stage=$(mktemp -d) || exit 0
    trap 'rm -rf "$stage"' EXIT
    TAPGATEWAY_HOME=$stage/home COPILOT_HOME=$stage/copilot nice -n 19 \
        "$java" -XX:+UseSerialGC --enable-native-access=ALL-UNNAMED -XX:ArchiveClassesAtExit="$stage/classes.jsa" \
        -cp "$app/lib/*" io.tapgateway.app.Rehearsal || exit 0
    # On the disk before it gets its name: Java trusts an archive to be whole.
    cp "$stage/classes.jsa" "$archive/incomplete" && sync && mv "$archive/incomplete" "$archive/classes.jsa"
) </dev/null >/dev/null 2>&1 9>&-

# Asks the gateway what an agent's hook asks, without starting Java: every use of a tool waits for it. What an agent is about to do
# with a tool must not be done unless the gateway has answered; nothing else may stop an agent. Without curl, and for whatever is not
# understood here, Java does the same.
#   hook AGENT [--home DIR] [--connected] [--never-deny]
hook() {
    command -v curl >/dev/null || return 0
    shift
    agent=
    home=${TAPGATEWAY_HOME:-${HOME:-}/.tapgateway}
    connected=
    denies=yes
    while [ $# -gt 0 ]; do
        case $1 in
            --home)
                [ $# -gt 1 ] || return 0
                home=$2
                shift
                ;;
            --connected) connected=yes ;;
            --never-deny) denies= ;;
            -*) return 0 ;;
            *) agent=$1 ;;
        esac
        shift
    done
    [ -n "$agent" ] || return 0
    if [ -n "$connected" ] && ! is_connected "$agent"; then
        cat >/dev/null
        tell '{}'
        exit 0
    fi
    question=$(cat)
    proof=
    { [ -r "$home/hook.curl" ] && IFS= read -r proof <"$home/hook.curl"; } 2>/dev/null || proof=
    # Not in a variable of the environment, nor among the arguments, where others could see it: the token is in the file.
    answer=$(printf '%s' "$question" | curl -q -K "$home/hook.curl" --noproxy '*' -s -f --max-time 9.5 --request-target "/hooks/$agent" \
        -H "Tap-Agent-Process: $PPID" --data-binary @- 2>/dev/null) || answer=
    case $proof in
        '# '?*)
            # Whoever else listens at the port does not know it.
            json=${answer#"${proof#??}"?}
            case $json in
                "$answer") ;;
                '{'*'}')
                    tell "$json"
                    exit 0
                    ;;
            esac
            ;;
    esac
    if begins_conversation && [ ! -e "$home/stopped" ]; then start_for_later; fi
    [ -n "$denies" ] || exit 0
    # Within a text of JSON there is no quotation mark without a backslash: these are names and values, and never contents.
    case $agent:$question in
        *'"PreToolUse"'* | *'"BeforeTool"'* | *'"toolName"'* | cursor:*'"preToolUse"'*) ;;
        *'"hook_event_name"'* | *'"sessionId"'*) exit 0 ;;
    esac
    say "the gateway does not answer, so no tool may be used: start it with 'tapgateway start', or do without it by" \
        "'tapgateway connect $agent --remove'."
    exit 2
}

# Prints what the agent is to hear. To have nothing to say is to print nothing; Cursor alone takes that for a hook that has failed.
tell() {
    if [ "$1" != '{}' ] || [ "$agent" = cursor ]; then printf '%s\n' "$1"; fi
}

# Whether the question is none, but the news of a conversation. Copilot does not name events, and is alone in telling where it comes from.
begins_conversation() {
    case $agent:$question in
        *'"toolName"'*) return 1 ;;
        copilot:*'"source"'* | cursor:*'"sessionStart"'*) ;;
        copilot:*) return 1 ;;
        *'"SessionStart"'*) ;;
        *) return 1 ;;
    esac
}

# Has a gateway started that the conversation finds when it needs one; the agent does not wait for it.
start_for_later() (
    trap '' HUP
    "$0" start --home "$home" &
) </dev/null >/dev/null 2>&1

# Whether this directory, or one above it, is where an agent was connected that has its hooks in a file for all directories. Cursor runs
# those beside that file, and says where it works.
is_connected() {
    here=.
    if [ "$1" = cursor ]; then here=${CURSOR_PROJECT_DIR:-.}; fi
    here=$(cd "$here" 2>/dev/null && pwd -P)/
    while IFS= read -r line; do
        case $line in
            "$1 "*)
                case $here in
                    "${line#"$1 "}"/*) return 0 ;;
                esac
                ;;
        esac
    done 2>/dev/null <"$home/hook.directories"
    return 1
}

# Becomes the program.
launch() {
    if [ -n "$archive" ] && [ ! -d "$archive" ]; then
        # New, or with another Java. This start does not wait; the next ones are faster.
        (rehearse &)
    fi
    sharing=
    if [ -n "$archive" ] && [ -f "$archive/classes.jsa" ]; then
        sharing=-XX:SharedArchiveFile=$archive/classes.jsa
    fi

    # What asks a gateway and ends is not worth the second compiler.
    brief=
    case ${1:-} in
        status | stop | open | logs | audit | sessions | providers | tools | calls | rules | streams | approvals | checkpoints | call | check | prompt | say | idle | interrupt | tail | console | \
            pair | token | hook | connect | doctor | service | config | completion | complete | --help | -h | --version | -V) brief=-XX:TieredStopAtLevel=1 ;;
        # Each window of an agent has one of its own, which hands on what others do: it shares its classes with the others, keeps
        # no memory that it does not use, and sleeps while nothing happens, up to its own signs of life (M-010).
        mcp)
            brief='-XX:TieredStopAtLevel=1 -Xms2m -XX:MinHeapFreeRatio=10 -XX:MaxHeapFreeRatio=20 -XX:-UsePerfData
                -XX:+IgnoreUnrecognizedVMOptions -XX:+UnlockDiagnosticVMOptions -XX:ArchiveRelocationMode=0
                -XX:AsyncDeflationInterval=60000 -XX:GuaranteedSafepointInterval=0
                -Djdk.internal.httpclient.selectorTimeout=600000'
            ;;
    esac

    case $0 in
        /*) launcher=$0 ;;
        *) launcher=$PWD/$0 ;;
    esac
    # What is to be typed next is printed as this was typed.
    command=$0
    if [ "$(command -v tapgateway || true)" = "$launcher" ]; then command=tapgateway; fi
    if [ "${npm_command:-}" = exec ]; then command='npx tapgateway'; fi

    # A relay lives on a small heap, where the serial collector is the smallest and starts the fastest.
    # shellcheck disable=SC2086 # the options are meant to be split
    exec "$java" -XX:+UseSerialGC -Xshare:auto ${sharing:+"$sharing"} $brief --enable-native-access=ALL-UNNAMED \
        -XX:+DisplayVMOutputToStderr -Xlog:disable -Xlog:all=warning:stderr -Xlog:cds*=off:stderr \
        -Dtapgateway.app="$app" -Dtapgateway.launcher="$launcher" -Dtapgateway.command="$command" ${TAPGATEWAY_JAVA_OPTS:-} -cp "$app/lib/*" io.tapgateway.app.Main "$@"
}
