@echo off
rem Runs Tap Gateway from where its archive has been unpacked.
setlocal EnableExtensions DisableDelayedExpansion
set "app=%~dp0.."

rem One that has been packed with the program comes first.
set "java=%app%\runtime\bin\java.exe"
if exist "%java%" goto found
if defined JAVA_HOME (
    set "java=%JAVA_HOME%\bin\java.exe"
    goto look
)
for %%J in (java.exe) do set "java=%%~$PATH:J"
:look
if not defined java goto missing
if not exist "%java%" goto missing
set "version="
set "release=%java%\..\..\release"
if not exist "%release%" goto found
for /f "usebackq tokens=1,2 delims==" %%A in ("%release%") do if "%%A"=="JAVA_VERSION" set "version=%%~B"
if not defined version goto found
for /f "delims=.-" %%V in ("%version:1.=%") do if %%V LSS 17 goto missing

:found
"%java%" -XX:+UseSerialGC -Xshare:auto --enable-native-access=ALL-UNNAMED -XX:+DisplayVMOutputToStderr ^
    -Xlog:disable -Xlog:all=warning:stderr "-Dtapgateway.launcher=%~f0" %TAPGATEWAY_JAVA_OPTS% ^
    -cp "%app%\lib\*" io.tapgateway.app.Main %*
exit /b %ERRORLEVEL%

:missing
>&2 echo tapgateway: needs Java 17 or later; set JAVA_HOME to one, or put its java.exe on the PATH.
exit /b 1
